import type { TransformComponent } from '../../../src/engine/components/types.ts';

const MIB = 1 << 20;
const kept: unknown[] = [];

const at = (word: string, harm: () => void): TransformComponent => ({
  create: () => ({
    process(batch, event) {
      if (batch.message(event)?.includes(word)) harm();
    },
  }),
});

/** Each ends its process in another way. */
export const harmful: Record<string, TransformComponent> = {
  loops: at('poison', () => {
    for (;;);
  }),
  loopsAtStart: {
    create: () => {
      for (;;);
    },
  },
  /** 2 GiB at once, outside V8's limit. */
  hoards: at('poison', () => {
    for (let n = 0; n < 256; n++) kept.push(Buffer.alloc(8 * MIB, 1));
  }),
  /** Objects, until V8 gives up. */
  fills: at('poison', () => {
    for (let n = 0; ; n++) kept.push({ n, text: `${n}` });
  }),
  /** Fails on events with the word `on`. */
  throws: {
    create: ({ on }) => ({
      process(batch, event) {
        if (batch.message(event)?.includes(String(on))) throw new Error('the transform broke');
      },
    }),
  },
  aborts: at('poison', () => process.abort()),
  exits: at('poison', () => process.exit(3)),
};
