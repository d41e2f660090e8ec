import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const YEARS_10_MS = 10 * 365 * 86_400_000;
const KEY_BITS = 2048;

/** One value of DER: its tag, its length, and its parts. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body]);
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, body]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const bits = (content: Buffer): Buffer => der(0x03, Buffer.from([0]), content);
/** Object identifiers in their encoded form: sha256WithRSAEncryption, and the common name of a subject. */
const OID = {
  sha256WithRsa: der(0x06, Buffer.from('2a864886f70d01010b', 'hex')),
  commonName: der(0x06, Buffer.from('550403', 'hex')),
};
const ALGORITHM = sequence(OID.sha256WithRsa, der(0x05));

const timeOf = (at: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));

const pemOf = (label: string, content: Buffer): string =>
  `-----BEGIN ${label}-----\n${content
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END ${label}-----\n`;

/** Key and certificate, both PEM. */
export type OwnCertificate = { key: string; certificate: string };

/**
 * A certificate that says nothing but which key belongs to a name: what another side is given to know our
 * signatures by. Signed by its own key, RSA with SHA-256.
 * @param from and `until` in ms
 */
export function selfSigned(name: string, from: number, until = from + YEARS_10_MS): OwnCertificate {
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync(
    'rsa',
    {
      modulusLength: KEY_BITS,
    },
  );
  const subject = sequence(der(0x31, sequence(OID.commonName, der(0x0c, Buffer.from(name)))));
  // Positive, and never beginning with a zero.
  const serial = randomBytes(16);
  serial[0] = 0x40 | (serial.readUInt8(0) & 0x3f);
  const version3 = der(0xa0, der(0x02, Buffer.from([2])));
  const content = sequence(
    version3,
    der(0x02, serial),
    ALGORITHM,
    subject,
    sequence(timeOf(from), timeOf(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const certificate = sequence(content, ALGORITHM, bits(sign('sha256', content, privateKey)));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: pemOf('CERTIFICATE', certificate),
  };
}
