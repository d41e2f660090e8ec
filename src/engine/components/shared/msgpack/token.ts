/** What is not MessagePack. */
export class MsgpackError extends Error {
  override readonly name = 'MsgpackError';
}

export type Kind = 'nil' | 'boolean' | 'int' | 'float' | 'text' | 'binary' | 'array' | 'map' | 'extension';

/** The head of a value. One object for all: it is read for each value of each event. */
export const token = {
  kind: 'nil' as Kind,
  /** Bytes of the head: type and length. */
  head: 0,
  /** Bytes after the head, without those of items. */
  payload: 0,
  /** Values that follow: of an array its items, of a map keys and values. */
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

/** Kind by type, width of the length, bytes besides. In the order of the types from 0xc4. */
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

/** Reads the head of the value at `p` into `token`. False: there are too few bytes. @throws MsgpackError */
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

/** Reads the head of the value at `p`, whose payload has to be there as well. @throws MsgpackError */
export function readWhole(bytes: Buffer, p: number, end: number): void {
  if (!readToken(bytes, p, end) || p + token.head + token.payload > end)
    throw new MsgpackError('a value that is cut off');
}

/** The offset after the value at `p`, however deep it is nested. @throws MsgpackError */
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

/** Finds where one value ends, as its bytes come. Makes nothing of them. */
export class ValueScanner {
  #at = 0;
  /** Values still to come. */
  #left = 1;

  /**
   * `bytes` begin with the value and hold what was there before. Returns the offset after it, -1 while it is not
   * complete. @throws MsgpackError
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
