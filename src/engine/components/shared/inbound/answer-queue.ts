import type { DeliverOutcome } from '../../types.ts';

const ANSWER_BYTES = 64;

type Waiting<T> = {
  readonly outcome: Promise<DeliverOutcome>;
  readonly answers: T[];
  bytes: number;
  settled: DeliverOutcome | null;
};

/** Answers of one connection, in order, each once its events are safe. */
export class AnswerQueue<T extends { readonly length: number } | null> {
  readonly #send: (answers: T[]) => void;
  readonly #refuse: () => void;
  #waiting: Waiting<T>[] = [];
  #count = 0;
  #bytes = 0;

  /** `refuse` is called once for events that no pipeline took; nothing is answered afterwards. */
  constructor(send: (answers: T[]) => void, refuse: () => void) {
    this.#send = send;
    this.#refuse = refuse;
  }

  get count(): number {
    return this.#count;
  }

  get heldBytes(): number {
    return this.#bytes;
  }

  add(outcome: Promise<DeliverOutcome>, answer: T): void {
    const bytes = ANSWER_BYTES + (answer?.length ?? 0);
    this.#count++;
    this.#bytes += bytes;
    const last = this.#waiting.at(-1);
    if (last?.outcome === outcome) {
      last.answers.push(answer);
      last.bytes += bytes;
      return;
    }
    const waiting: Waiting<T> = { outcome, answers: [answer], bytes, settled: null };
    this.#waiting.push(waiting);
    void outcome.then((settled) => {
      waiting.settled = settled;
      this.#answer();
    });
  }

  clear(): void {
    this.#waiting = [];
    this.#count = 0;
    this.#bytes = 0;
  }

  #answer(): void {
    const ready = this.#waiting.findIndex(({ settled }) => settled !== 'accepted');
    const answered = this.#waiting.splice(0, ready < 0 ? this.#waiting.length : ready);
    if (answered.length > 0) {
      const answers = answered.flatMap((one) => one.answers);
      this.#count -= answers.length;
      for (const { bytes } of answered) this.#bytes -= bytes;
      this.#send(answers);
    }
    if (this.#waiting[0]?.settled !== 'unavailable') return;
    this.clear();
    this.#refuse();
  }
}
