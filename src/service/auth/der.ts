/** The DER (X.690) needed for certificates; Node reads but does not create them. */

export function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body]);
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, body]);
}

export const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
export const integer = (bytes: Buffer): Buffer => der(0x02, bytes);
export const bits = (content: Buffer): Buffer => der(0x03, Buffer.from([0]), content);
/** @param hex encoded form */
export const objectIdentifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

const COMMON_NAME = objectIdentifier('550403');

export const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));

/** 64-character lines, none empty: text before an empty line is read as headers. */
export const formatPem = (label: string, content: Buffer): string =>
  `-----BEGIN ${label}-----\n${content
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END ${label}-----\n`;
