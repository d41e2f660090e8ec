import { z } from 'zod';
import type { Batch } from '../../event/batch.ts';
import { field } from '../schema/hints.ts';
import type { ComponentProblem, SourceContext } from '../types.ts';

const EXAMPLE_BYTES = 256;
const CONTINUES = 0x80;
const CONTINUES_MASK = 0xc0;

export const longLines = (what = 'Longer lines') =>
  field(z.enum(['dead_letter', 'truncate']).default('dead_letter'), {
    label: what,
    help: 'Either way the beginning is kept, up to the limit, and it is counted as an error; what follows continues.',
    options: { dead_letter: 'Become dead letters', truncate: 'Are cut at the limit' },
    group: 'Limits',
  });
export type LongLineChoice = z.output<ReturnType<typeof longLines>>;

/** The source's own words for its lines, in errors. */
export type LongLineWords = {
  readonly errorName: string;
  readonly message: string;
  readonly causes: readonly string[];
  readonly resolutions: readonly string[];
};

/** Drops a character that the cut leaves incomplete. */
export function cutCharacters(bytes: Buffer): Buffer {
  let start = bytes.length - 1;
  while (start >= 0 && bytes.length - start <= 4 && (bytes[start]! & CONTINUES_MASK) === CONTINUES) start--;
  const lead = bytes[start] ?? 0;
  const wanted = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return bytes.length - start < wanted ? bytes.subarray(0, start) : bytes;
}

export class LongLines {
  readonly isTruncating: boolean;
  private readonly context: Pick<SourceContext, 'report'>;
  private readonly problem: ComponentProblem;

  constructor(choice: LongLineChoice, words: LongLineWords, context: Pick<SourceContext, 'report'>) {
    this.isTruncating = choice === 'truncate';
    this.context = context;
    const fate = this.isTruncating ? 'was cut there' : 'became a dead letter with its beginning';
    this.problem = { ...words, message: `${words.message} and ${fate}` };
  }

  cut(head: Buffer): Buffer {
    this.context.report(this.problem, head.toString('utf8', 0, EXAMPLE_BYTES));
    return cutCharacters(head);
  }

  /** Adds a truncated line: as an event, or a dead letter. */
  append(batch: Batch, head: Buffer): void {
    if (this.isTruncating) batch.appendRaw(this.cut(head));
    else batch.appendRefused(head, this.problem);
  }
}
