import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bits,
  commonName,
  der,
  formatPem,
  integer,
  objectIdentifier,
  sequence,
} from '../../src/service/auth/der.ts';

const encodeUtcTime = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`));

const ECDSA_SHA256 = sequence(objectIdentifier('2a8648ce3d040302'));
const BASIC_CONSTRAINTS = '551d13';
const ALTERNATIVE_NAMES = '551d11';

const encodeAlternativeName = (name: string) =>
  isIP(name) === 4 ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name));

const encodeExtension = (id: string, value: Buffer) => sequence(objectIdentifier(id), der(0x04, value));

export type Authority = { name: string; privateKey: KeyObject; cert: string };
export type Certificate = { key: string; cert: string };
type Request = {
  name: string;
  names?: string[];
  isAuthority?: boolean;
  issuer?: Authority;
  daysFromNow?: number;
};

const DAY_MS = 86_400_000;

/** An elliptic-curve certificate, valid for the week before its expiry; self-signed without an issuer. */
function make({ name, names = [], isAuthority = false, issuer, daysFromNow = 3 }: Request) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const serial = createHash('sha256').update(spki).digest().subarray(0, 8);
  serial[0] = (serial[0] ?? 0) & 0x7f || 1;
  const until = Date.now() + daysFromNow * DAY_MS;
  const extensions = [
    encodeExtension(BASIC_CONSTRAINTS, sequence(...(isAuthority ? [der(0x01, Buffer.of(0xff))] : []))),
    ...(names.length > 0
      ? [encodeExtension(ALTERNATIVE_NAMES, sequence(...names.map(encodeAlternativeName)))]
      : []),
  ];
  const body = sequence(
    der(0xa0, integer(Buffer.of(2))),
    integer(serial),
    ECDSA_SHA256,
    commonName(issuer?.name ?? name),
    sequence(encodeUtcTime(new Date(until - 7 * DAY_MS)), encodeUtcTime(new Date(until))),
    commonName(name),
    spki,
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey);
  const cert = formatPem('CERTIFICATE', sequence(body, ECDSA_SHA256, bits(signature)));
  return { name, privateKey, cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

export const makeAuthority = (name = 'Penstock test authority'): Authority =>
  make({ name, isAuthority: true });

/** Negative `daysFromNow` means expired. */
export const makeCertificate = (issuer: Authority, names: string[], daysFromNow?: number): Certificate =>
  make({ name: names[0] ?? 'server', names, issuer, ...(daysFromNow === undefined ? {} : { daysFromNow }) });
