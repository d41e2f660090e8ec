import { totalmem } from 'node:os';
import { InputFull, RequestTooLarge } from './refusal.ts';

const MIB = 1024 * 1024;
const MOST_MIB = 512;
const LEAST_MIB = 32;
const SHARE_OF_MACHINE = 4;

/** `constrainedMemory` is the container's limit, 0 or huge without one. */
function memoryOfMachine(): number {
  const contained = process.constrainedMemory();
  return contained > 0 ? Math.min(contained, totalmem()) : totalmem();
}

/** `PENSTOCK_INPUT_MEMORY`, else 512 MiB or a quarter of the machine. */
export function inputMemory({ PENSTOCK_INPUT_MEMORY: mebibytes }: NodeJS.ProcessEnv = process.env): number {
  const set = Number(mebibytes ?? 0);
  if (set > 0) return Math.min(set, MOST_MIB) * MIB;
  return Math.min(MOST_MIB * MIB, Math.floor(memoryOfMachine() / SHARE_OF_MACHINE));
}

/** Mebibytes per engine process, enough for large requests. */
export const inputMemoryOfEach = (processes: number, all = inputMemory()): number =>
  Math.max(LEAST_MIB, Math.floor(all / MIB / processes));

/**
 * Memory of everything received and not yet taken by a pipeline, over all sources: bodies, messages,
 * unfinished lines, their events, and connections. A source may hold as much as it leaves to all others: at
 * most half, never the last byte. Count per chunk, request or connection, not per event.
 */
export class InputBudget {
  readonly limit: number;
  #used = 0;

  constructor(limit = inputMemory()) {
    this.limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  /** What one source may hold while no other holds anything. */
  get most(): number {
    return Math.floor(this.limit / 2);
  }

  open(): BudgetShare {
    let held = 0;
    return {
      get held() {
        return held;
      },
      move: (bytes) => {
        if (bytes > 0 && held + bytes > this.limit - this.#used - bytes) return false;
        held += bytes;
        this.#used += bytes;
        return true;
      },
    };
  }
}

export type BudgetShare = {
  readonly held: number;
  /** Reserves bytes, or releases them when negative. False (nothing changed) without room. */
  move(bytes: number): boolean;
};

export const inputBudget = new InputBudget();

/** What one request, stream or connection holds of a share. Always close it. */
export class Holding {
  readonly #share: BudgetShare;
  #bytes = 0;
  #isClosed = false;

  constructor(share: BudgetShare) {
    this.#share = share;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Holds more or less. False (nothing changed) without room, or when closed. */
  add(bytes: number): boolean {
    if (this.#isClosed || !this.#share.move(bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  /** Sets what is held. False (nothing changed) without room. */
  set(bytes: number): boolean {
    return bytes === this.#bytes || this.add(bytes - this.#bytes);
  }

  close(): void {
    this.#share.move(-this.#bytes);
    this.#bytes = 0;
    this.#isClosed = true;
  }
}

/** @throws Refusal: 413 when no source may hold that much, 429 when there is no room now */
export function hold(holding: Holding, bytes: number): void {
  if (holding.add(bytes)) return;
  if (holding.bytes + bytes > inputBudget.most)
    throw new RequestTooLarge('The request takes more memory than a source may hold; send smaller requests');
  throw new InputFull();
}
