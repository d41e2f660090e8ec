import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { bits, commonName, der, integer, objectIdentifier, pemOf, sequence } from './der.ts';

const YEARS_10_MS = 10 * 365 * 86_400_000;
const KEY_BITS = 2048;

const ALGORITHM = sequence(objectIdentifier('2a864886f70d01010b'), der(0x05));

const timeOf = (at: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));

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
  const subject = commonName(name);
  // Positive, and never beginning with a zero.
  const serial = randomBytes(16);
  serial[0] = 0x40 | (serial.readUInt8(0) & 0x3f);
  const version3 = der(0xa0, integer(Buffer.from([2])));
  const content = sequence(
    version3,
    integer(serial),
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
