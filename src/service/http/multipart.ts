import { invalid } from './input.ts';

/** Readable once. */
export type Upload = { parts: AsyncIterable<Uint8Array> };

/** Fields before the file; repeated names become lists. */
type Multipart = { fields: Record<string, string | string[]>; upload: Upload };

const HEADERS_MAX_BYTES = 8192;
const FIELD_MAX_BYTES = 8192;
const FIELDS_MAX = 100;

const refuse = (rule: string, message: string) => invalid([{ field: 'body', rule, message }]);
const cut = () => refuse('multipart', 'ends before it is complete; send it again');

class Bytes {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterator<Uint8Array>) {
    this.#source = source;
  }

  async #more(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) return false;
    this.#held = this.#held.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#held, next.value]);
    return true;
  }

  #take(bytes: number, skip = 0): Buffer {
    const taken = this.#held.subarray(0, bytes);
    this.#held = this.#held.subarray(bytes + skip);
    return taken;
  }

  async until(mark: Buffer, maxBytes: number, tooLong: () => Error): Promise<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at > maxBytes || (at < 0 && this.#held.length > maxBytes + mark.length)) throw tooLong();
      if (at >= 0) return this.#take(at, mark.length);
      if (!(await this.#more())) throw cut();
    }
  }

  async *partsUntil(mark: Buffer): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at >= 0) {
        if (at > 0) yield this.#take(at);
        this.#take(0, mark.length);
        return;
      }
      const sure = this.#held.length - mark.length + 1;
      if (sure > 0) yield this.#take(sure);
      if (!(await this.#more())) throw cut();
    }
  }

  async next(count: number): Promise<string> {
    while (this.#held.length < count) if (!(await this.#more())) throw cut();
    return this.#take(count).toString('latin1');
  }
}

const BOUNDARY = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/is;

function describe(headers: string): { name: string; isFile: boolean } {
  const line = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? '';
  const name = /;\s*name="([^"]*)"/i.exec(line)?.[1];
  if (name === undefined) throw refuse('multipart', 'has a part without a name');
  return { name, isFile: /;\s*filename\*?=/i.test(line) };
}

function addField(fields: Multipart['fields'], name: string, value: string): void {
  const former = fields[name];
  if (former === undefined) fields[name] = value;
  else fields[name] = [...(Array.isArray(former) ? former : [former]), value];
}

/**
 * Reads `multipart/form-data` up to the part `file`, which comes last and is streamed.
 * @throws ContractError VALIDATION_FAILED
 */
export async function readMultipart(
  contentType: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<Multipart> {
  const found = BOUNDARY.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) throw refuse('multipart', 'names no boundary in its Content-Type');
  if (!body) throw refuse('multipart', 'is empty');
  const mark = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const bytes = new Bytes(body[Symbol.asyncIterator]());
  const fields: Multipart['fields'] = Object.create(null);
  const start = mark.subarray(2);
  await bytes.until(start, 0, () => refuse('multipart', 'does not begin with its boundary'));
  for (let count = 0; count <= FIELDS_MAX; count++) {
    const after = await bytes.next(2);
    if (after === '--') throw invalid([{ field: 'file', rule: 'required', message: 'is required' }]);
    if (after !== '\r\n') throw refuse('multipart', 'has something behind a boundary');
    const tooLong = () =>
      refuse('multipart', `has a part with more than ${HEADERS_MAX_BYTES} bytes of headers`);
    const headers = await bytes.until(Buffer.from('\r\n\r\n'), HEADERS_MAX_BYTES, tooLong);
    const { name, isFile } = describe(headers.toString('utf8'));
    if (isFile) {
      if (name !== 'file')
        throw invalid([{ field: name, rule: 'unknown_field', message: 'is not a file of this call' }]);
      return { fields, upload: { parts: toFile(bytes, mark) } };
    }
    const value = await bytes.until(mark, FIELD_MAX_BYTES, () =>
      invalid([{ field: name, rule: 'max', message: `must have at most ${FIELD_MAX_BYTES} bytes` }]),
    );
    addField(fields, name, value.toString('utf8'));
  }
  throw refuse('multipart', `has more than ${FIELDS_MAX} fields`);
}

async function* toFile(bytes: Bytes, mark: Buffer): AsyncGenerator<Uint8Array, void> {
  yield* bytes.partsUntil(mark);
  if ((await bytes.next(2)) !== '--')
    throw refuse('order', 'has something after the file; the file must be its last part');
}
