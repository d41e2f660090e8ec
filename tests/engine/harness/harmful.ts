import type { TransformComponent } from '../../../src/engine/components/types.ts';

const MIB = 1 << 20;
const kept: unknown[] = [];

/** Does its harm at events that hold the word; others pass. */
const at = (word: string, harm: () => void): TransformComponent => ({
  create: () => ({
    process(batch, event) {
      if (batch.message(event)?.includes(word)) harm();
    },
  }),
});

/** Transforms that end the process they run in, each in a way of its own. */
export const harmful: Record<string, TransformComponent> = {
  loops: at('poison', () => {
    for (;;);
  }),
  /** 2 GiB at once, of the kind that V8's own limit does not see. */
  hoards: at('poison', () => {
    for (let n = 0; n < 256; n++) kept.push(Buffer.alloc(8 * MIB, 1));
  }),
  /** Objects, until V8 gives up. */
  fills: at('poison', () => {
    for (let n = 0; ; n++) kept.push({ n, text: `${n}` });
  }),
  aborts: at('poison', () => process.abort()),
  exits: at('poison', () => process.exit(3)),
};
