import { Output } from '../../../event/output.ts';

/** Memory of an output that one large batch made grow is given back. */
const KEEP_BYTES = 8 << 20;
const KEEP = 4;

/** Outputs for bodies that are written at the same time; their memory is used again. */
export class Outputs {
  private readonly free: Output[] = [];

  /** Lends an empty output for as long as `use` takes. */
  async with<T>(use: (output: Output) => Promise<T>): Promise<T> {
    const output = this.free.pop() ?? new Output(64 << 10);
    output.clear();
    try {
      return await use(output);
    } finally {
      if (this.free.length < KEEP && output.bytes.length <= KEEP_BYTES) this.free.push(output);
    }
  }
}
