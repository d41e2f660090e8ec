export const MIB = 1024 * 1024;
/** Decompressed limit of one record batch. Brokers accept 1 MiB compressed by default. */
export const BATCH_MOST_BYTES = 64 * MIB;
/** Keys, values and headers of one answer, each an object: a million messages without headers. */
export const ANSWER_MOST_PARTS = 1_000_000;
/** Beyond this no further batch of an answer is read; the broker is asked again. */
const ENOUGH_BYTES = 16 * MIB;
const ENOUGH_PARTS = 200_000;

export class BatchTooLarge extends Error {
  override readonly name = 'BatchTooLarge';
}

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/**
 * Size of what the current answer was made into. The client reads an answer synchronously, so one count
 * serves all connections.
 */
class AnswerBudget {
  private bytes = 0;
  private parts = 0;

  begin(): void {
    this.bytes = 0;
    this.parts = 0;
  }

  get isSpent(): boolean {
    return this.bytes > ENOUGH_BYTES || this.parts > ENOUGH_PARTS;
  }

  unpacked(bytes: number): void {
    this.bytes += bytes;
  }

  /** @throws BatchTooLarge */
  addPart(): void {
    if (++this.parts > ANSWER_MOST_PARTS)
      throw new BatchTooLarge(
        `A batch of messages has more than ${ANSWER_MOST_PARTS} keys, values and headers`,
      );
  }
}

export const answer = new AnswerBudget();
