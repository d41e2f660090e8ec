const LINE = 70;

export const packNumber = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/**
 * `string` of [RFC 4251, section 5](https://datatracker.ietf.org/doc/html/rfc4251#section-5): bytes after
 * their length.
 */
export const packText = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([packNumber(bytes.length), bytes]);
};

export const toArmor = (label: string, bytes: Buffer): string =>
  [
    `-----BEGIN ${label}-----`,
    ...(bytes.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []),
    `-----END ${label}-----`,
  ].join('\n');

export class SshReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** @throws RangeError at the end */
  takeNumber(): number {
    const value = this.#bytes.readUInt32BE(this.#at);
    this.#at += 4;
    return value;
  }

  /** @throws RangeError at the end */
  takeText(): Buffer {
    const length = this.takeNumber();
    if (length > this.#bytes.length - this.#at) throw new RangeError('The text ends early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
