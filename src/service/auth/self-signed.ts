import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { bits, commonName, der, formatPem, integer, objectIdentifier, sequence } from './der.ts';

const YEARS_10_MS = 10 * 365 * 86_400_000;
const KEY_BITS = 2048;

const ALGORITHM = sequence(objectIdentifier('2a864886f70d01010b'), der(0x05));

const encodeTime = (at: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));

export type OwnCertificate = { key: string; certificate: string };

/**
 * A self-signed certificate (RSA, SHA-256) that only binds a key to a name.
 * @param from and `until` in ms
 */
export function createSelfSigned(name: string, from: number, until = from + YEARS_10_MS): OwnCertificate {
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync(
    'rsa',
    {
      modulusLength: KEY_BITS,
    },
  );
  const subject = commonName(name);
  // Positive, without a leading zero.
  const serial = randomBytes(16);
  serial[0] = 0x40 | (serial.readUInt8(0) & 0x3f);
  const version3 = der(0xa0, integer(Buffer.from([2])));
  const content = sequence(
    version3,
    integer(serial),
    ALGORITHM,
    subject,
    sequence(encodeTime(from), encodeTime(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const certificate = sequence(content, ALGORITHM, bits(sign('sha256', content, privateKey)));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: formatPem('CERTIFICATE', certificate),
  };
}
