import type { DeliverOutcome } from '../../types.ts';

type Waiting<T> = {
  readonly outcome: Promise<DeliverOutcome>;
  readonly answers: T[];
  settled: DeliverOutcome | null;
};

/** Answers to what one connection sent: in its order, each once its events are safe. */
export class AnswerQueue<T> {
  readonly #send: (answers: T[]) => void;
  readonly #refuse: () => void;
  #waiting: Waiting<T>[] = [];
  #count = 0;

  /** `refuse` is called once for events that no pipeline took, and nothing is answered from then on. */
  constructor(send: (answers: T[]) => void, refuse: () => void) {
    this.#send = send;
    this.#refuse = refuse;
  }

  /** Answers that wait. */
  get count(): number {
    return this.#count;
  }

  add(outcome: Promise<DeliverOutcome>, answer: T): void {
    this.#count++;
    const last = this.#waiting.at(-1);
    if (last?.outcome === outcome) {
      last.answers.push(answer);
      return;
    }
    const waiting: Waiting<T> = { outcome, answers: [answer], settled: null };
    this.#waiting.push(waiting);
    void outcome.then((settled) => {
      waiting.settled = settled;
      this.#answer();
    });
  }

  /** Forgets what waits. */
  clear(): void {
    this.#waiting = [];
    this.#count = 0;
  }

  #answer(): void {
    const ready = this.#waiting.findIndex(({ settled }) => settled !== 'accepted');
    const answered = this.#waiting.splice(0, ready < 0 ? this.#waiting.length : ready);
    if (answered.length > 0) {
      const answers = answered.flatMap((one) => one.answers);
      this.#count -= answers.length;
      this.#send(answers);
    }
    if (this.#waiting[0]?.settled !== 'unavailable') return;
    this.clear();
    this.#refuse();
  }
}
