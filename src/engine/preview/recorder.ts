import type { ComponentProblem } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import type { Delivery } from '../topology/delivery.ts';
import type { ErrorOwner } from '../topology/error-log.ts';
import type { Emitted, Trace } from '../topology/flow.ts';
import type { PreviewResult } from '../types/preview.ts';
import { EngineError } from '../types/problem.ts';
import { tooLarge } from './problems.ts';

const RESULTS_MAX_LENGTH = 24_000_000;

type Visit = {
  before: string;
  isText: boolean;
  message: string | undefined;
  isError: boolean;
  fate?: Fate;
};
type Fate = Pick<PreviewResult, 'status' | 'after'>;

const newVisit = (before: string, isText: boolean): Visit => ({
  before,
  isText,
  message: undefined,
  isError: false,
});

/** Records the outcome of each event in each node. Events run one by one; `index` is the current one. */
export class Recorder {
  index = 0;
  readonly results = new Map<string, PreviewResult[]>();
  /** Event of each delivery; the last one when merged. */
  readonly indexes = new Map<Delivery, number>();
  readonly #visits = new Map<string, Visit>();
  #length = 0;

  constructor(nodeIds: readonly string[], wanted: readonly string[] | undefined) {
    for (const id of nodeIds) if (!wanted || wanted.includes(id)) this.results.set(id, []);
  }

  traceOf(nodeId: string, outputs: readonly string[]): Trace | null {
    if (!this.results.has(nodeId)) return null;
    const outputsOf = (bits: number) => outputs.filter((_, i) => (bits & (1 << i)) !== 0).join(', ');
    return {
      entered: (batch, live) => {
        const [event] = live;
        if (event !== undefined) this.enter(nodeId, batch.bytesOf(event).toString(), batch.isRawText(event));
      },
      left: (batch, live, chosen) => {
        const bits = chosen?.reduce((all, one) => all | one, 0) ?? 0;
        this.leave(nodeId, batch, live, bits === 0 ? undefined : outputsOf(bits));
      },
      emitted: (emitted) => this.#emit(nodeId, emitted),
    };
  }

  enter(nodeId: string, before: string, isText: boolean): void {
    if (this.results.has(nodeId)) this.#visits.set(nodeId, newVisit(before, isText));
  }

  note(owner: Pick<ErrorOwner, 'nodeId'>, problem: ComponentProblem): void {
    const visit = this.#visits.get(owner.nodeId);
    if (!visit) return;
    visit.message ??= problem.message;
    visit.isError ||= (problem.level ?? 'ERROR') === 'ERROR';
  }

  leave(nodeId: string, batch: Batch, live: readonly number[], output?: string): void {
    const after = live.map((event) => batch.bytesOf(event).toString());
    const [event] = live;
    const isStillText = event !== undefined && batch.isRawText(event);
    this.close(nodeId, after, isStillText, output);
  }

  /** @param isStillText false when plain text became an object, even with the same bytes */
  close(nodeId: string, after: string[], isStillText: boolean, output?: string): void {
    const visit = this.#visits.get(nodeId);
    const results = this.results.get(nodeId);
    if (!visit || !results) return;
    this.#visits.delete(nodeId);
    const { before, isText, message, isError, fate } = visit;
    if (fate) {
      results.push({ index: this.index, before, ...(isText ? { isText } : {}), ...fate });
      return;
    }
    const isSame = after.length === 1 && after[0] === before && isText === isStillText;
    const changed = after.length === 0 ? 'DROPPED' : isSame ? 'UNMODIFIED' : 'MODIFIED';
    results.push({
      index: this.index,
      status: isError ? 'ERROR' : changed,
      before,
      ...(isText ? { isText } : {}),
      after,
      ...(output === undefined ? {} : { output }),
      ...(message === undefined ? {} : { message }),
    });
    this.#grow(before.length, after);
  }

  /** Attributes the output to the last merged event; the others change from dropped to merged. */
  #emit(nodeId: string, { batch, live, delivery, parents }: Emitted): () => void {
    const previous = this.index;
    const merged = new Set(parents.flatMap((parent) => this.indexes.get(parent) ?? []));
    const last = Math.max(...merged);
    const after = live.map((event) => batch.bytesOf(event).toString());
    for (const index of merged) {
      const fate: Fate = index === last ? { status: 'MODIFIED', after } : { status: 'MERGED', after: [] };
      const visit = index === previous ? this.#visits.get(nodeId) : undefined;
      if (visit) visit.fate = fate;
      else {
        const results = this.results.get(nodeId);
        const known = results?.findLast((one) => one.index === index && one.status === 'DROPPED');
        if (known) Object.assign(known, fate);
      }
    }
    this.#grow(0, after);
    this.index = merged.size > 0 ? last : previous;
    this.indexes.set(delivery, this.index);
    return () => {
      this.index = previous;
    };
  }

  #grow(length: number, texts: readonly string[]): void {
    this.#length += length + texts.reduce((sum, text) => sum + text.length, 0);
    if (this.#length > RESULTS_MAX_LENGTH) throw new EngineError(tooLarge());
  }
}
