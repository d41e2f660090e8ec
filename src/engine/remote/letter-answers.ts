import { z } from 'zod';
import type {
  DeadLetter,
  DeadLetterAnswer,
  DeadLetterAnswers,
  DeadLetterGroup,
  DeadLetterRequest,
} from '../types/dead-letter.ts';

const count = z.int().nonnegative();
/** Maximum of a JavaScript Date. */
const time = z.int().nonnegative().max(8.64e15);
const text = z.string();

const letter: z.ZodType<DeadLetter> = z.object({
  id: z.int().positive(),
  pipelineId: text,
  componentId: text,
  nodeId: text,
  at: time,
  errorName: text,
  message: text,
  bytes: count,
  isText: z.boolean(),
  event: text,
  isCut: z.boolean(),
  revision: count,
  editedAt: time,
  isReplaying: z.boolean(),
  isUncertain: z.boolean(),
  origin: text.exactOptional(),
});

const group: z.ZodType<DeadLetterGroup> = z.object({
  pipelineId: text,
  componentId: text,
  nodeId: text,
  errorName: text,
  count,
  bytes: count,
  oldestAt: time,
  newestAt: time,
});

const next = count.optional();

const ANSWERS: { [K in keyof DeadLetterAnswers]: z.ZodType<DeadLetterAnswers[K]> } = {
  list: z.object({ letters: z.array(letter), count, bytes: count, newestId: count }),
  group: z.object({ groups: z.array(group) }),
  read: z.object({ letter: z.nullable(letter) }),
  edit: z.object({ letter }),
  export: z.object({ lines: text, next }),
  replay: z.object({
    replayed: count,
    underWay: count,
    refused: count,
    reason: text.optional(),
    upTo: count,
    next,
  }),
  window: z.object({ pipelineIds: z.array(text), through: count, upTo: count, next }),
  discard: z.object({ discarded: count }),
};

/**
 * Validates an untrusted answer.
 * @throws Error unless it fits the request
 */
export const readLetterAnswer = <R extends DeadLetterRequest>(
  request: R,
  answer: unknown,
): DeadLetterAnswer<R> => ANSWERS[request.do].parse(answer) as DeadLetterAnswer<R>;
