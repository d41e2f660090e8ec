import { Output } from '../../../event/output.ts';

/** Larger outputs are freed. */
const KEEP_BYTES = 8 << 20;
const KEEP = 4;

export class Outputs {
  private readonly free: Output[] = [];

  /** The output is valid only while `use` runs. */
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
