export class MsgpackError extends Error {
  override readonly name = 'MsgpackError';
}

export type Kind = 'nil' | 'boolean' | 'int' | 'float' | 'text' | 'binary' | 'array' | 'map' | 'extension';

/**
 * A value's header. One shared object: it is read for each value of each event
 * (https://github.com/msgpack/msgpack/blob/master/spec.md).
 */
export const token = {
  kind: 'nil' as Kind,
  head: 0,
  payload: 0,
  /** Following values: an array's items, a map's keys and values. */
  items: 0,
};

const NEVER_USED = 0xc1;

function set(kind: Kind, head: number, payload: number, items = 0): true {
  token.kind = kind;
  token.head = head;
  token.payload = payload;
  token.items = items;
  return true;
}

/** Kind by type from 0xc4 on, width of the length, further bytes. */
const COUNTED: readonly (readonly [Kind, number, number] | null)[] = [
  ['binary', 1, 0],
  ['binary', 2, 0],
  ['binary', 4, 0],
  ['extension', 1, 1],
  ['extension', 2, 1],
  ['extension', 4, 1],
];
const FIXED: Readonly<Record<number, readonly [Kind, number]>> = {
  192: ['nil', 0],
  194: ['boolean', 0],
  195: ['boolean', 0],
  202: ['float', 4],
  203: ['float', 8],
  204: ['int', 1],
  205: ['int', 2],
  206: ['int', 4],
  207: ['int', 8],
  208: ['int', 1],
  209: ['int', 2],
  210: ['int', 4],
  211: ['int', 8],
  212: ['extension', 2],
  213: ['extension', 3],
  214: ['extension', 5],
  215: ['extension', 9],
  216: ['extension', 17],
};

/** Reads the header at `p` into `token`. False when incomplete. @throws MsgpackError */
export function readToken(bytes: Buffer, p: number, end = bytes.length): boolean {
  if (p >= end) return false;
  const type = bytes[p]!;
  if (type <= 0x7f || type >= 0xe0) return set('int', 1, 0);
  if (type <= 0x8f) return set('map', 1, 0, 2 * (type & 0x0f));
  if (type <= 0x9f) return set('array', 1, 0, type & 0x0f);
  if (type <= 0xbf) return set('text', 1, type & 0x1f);
  const fixed = FIXED[type];
  if (fixed) return set(fixed[0], 1, fixed[1]);
  if (type === NEVER_USED) throw new MsgpackError('a byte that no value begins with');
  const [kind, width, more] = COUNTED[type - 0xc4] ?? ofLater(type);
  if (p + 1 + width > end) return false;
  const length = bytes.readUIntBE(p + 1, width);
  if (kind === 'array') return set(kind, 1 + width, 0, length);
  if (kind === 'map') return set(kind, 1 + width, 0, 2 * length);
  return set(kind, 1 + width, length + more);
}

function ofLater(type: number): readonly [Kind, number, number] {
  if (type <= 0xdb) return ['text', 2 ** (type - 0xd9), 0];
  if (type <= 0xdd) return ['array', type === 0xdc ? 2 : 4, 0];
  return ['map', type === 0xde ? 2 : 4, 0];
}

/** Like readToken, for a complete payload. @throws MsgpackError */
export function readWhole(bytes: Buffer, p: number, end: number): void {
  if (!readToken(bytes, p, end) || p + token.head + token.payload > end)
    throw new MsgpackError('a value that is cut off');
}

/** The offset after the value at `p`, at any depth. @throws MsgpackError */
export function skipValue(bytes: Buffer, p: number, end: number): number {
  let at = p;
  let left = 1;
  while (left > 0) {
    readWhole(bytes, at, end);
    at += token.head + token.payload;
    left += token.items - 1;
  }
  return at;
}

/** Finds the end of a value in arriving bytes without decoding it. */
export class ValueScanner {
  #at = 0;
  #left = 1;

  /**
   * `bytes` begin with the value, including what was there before. Returns the offset after it, -1 while
   * incomplete. @throws MsgpackError
   */
  scan(bytes: Buffer): number {
    while (this.#left > 0) {
      if (!readToken(bytes, this.#at)) return -1;
      this.#at += token.head + token.payload;
      this.#left += token.items - 1;
    }
    if (this.#at > bytes.length) return -1;
    const end = this.#at;
    this.#at = 0;
    this.#left = 1;
    return end;
  }
}
