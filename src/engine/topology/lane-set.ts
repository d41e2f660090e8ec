import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openBuffer } from '../buffer/open.ts';
import type { RecoveryReport } from '../buffer/types.ts';
import type { BufferConfig, ComponentProblem } from '../components/types.ts';
import { shortKey } from '../event/ids.ts';
import type { Gauges, PlanNode } from '../port.ts';
import { bufferConfigOf } from './buffer-config.ts';
import type { DeadLetters } from './dead-letters.ts';
import { DiskQueue } from './disk-queue.ts';
import type { ErrorOwner } from './error-log.ts';
import type { SinkHosts } from './hosts.ts';
import { Lane, type Rest } from './lane.ts';
import { LaneAccount } from './lane-account.ts';
import { MemoryQueue } from './memory-queue.ts';
import type { EngineParts } from './parts.ts';
import { nodeRefusal } from './problems.ts';
import type { SinkHost } from './sink-host.ts';
import type { Undo } from './undo.ts';

/** How long events of a destination that left the pipeline are still tried before they are set aside. */
const RETIRE_MS = 5 * 60_000;

type Entry = { readonly lane: Lane; readonly buffer: BufferConfig; readonly sinkId: string };
type Change = { readonly node: PlanNode; readonly entry: Entry; readonly buffer: BufferConfig };

/** What a deployment makes of a pipeline's lanes; nothing is taken from the running ones before `commit`. */
export type LaneChanges = { readonly lanes: Map<string, Entry>; readonly reopen: Change[] };

/** The lanes of one pipeline, and those on their way out. */
export class LaneSet {
  readonly #parts: EngineParts;
  readonly #hosts: SinkHosts;
  readonly #pipelineId: string;
  readonly #deadLetters: DeadLetters;
  #lanes = new Map<string, Entry>();
  readonly #retiring = new Set<Entry>();

  constructor(parts: EngineParts, hosts: SinkHosts, pipelineId: string, deadLetters: DeadLetters) {
    this.#parts = parts;
    this.#hosts = hosts;
    this.#pipelineId = pipelineId;
    this.#deadLetters = deadLetters;
  }

  /** The one that leads to a destination now. */
  laneOf(sinkId: string): Lane | undefined {
    return this.#lanes.get(sinkId)?.lane;
  }

  /** Every lane that may hold events. */
  all(): Entry[] {
    return [...this.#lanes.values(), ...this.#retiring];
  }

  /** What waits for a destination, also in a lane of it that is on its way out. */
  fillOf(sinkId: string): Gauges['buffer'] {
    const current = this.#lanes.get(sinkId);
    if (!current) return null;
    const fills = this.all().flatMap((entry) => (entry.sinkId === sinkId ? [entry.lane.queue.fill()] : []));
    return {
      bytes: fills.reduce((sum, { bytes }) => sum + bytes, 0),
      maxBytes: current.buffer.maxBytes,
      lingerMs: current.lane.deps.host.batching.timeoutMs,
      oldestAgeMs: Math.max(0, ...fills.map(({ oldestAgeMs }) => oldestAgeMs)),
    };
  }

  /**
   * Opens what the sinks of a plan need in addition, when forced every one of them anew; buffers keep what
   * they hold. @throws EngineError; then `undo` takes it back.
   */
  async prepare(nodes: PlanNode[], undo: Undo, isForced: boolean): Promise<LaneChanges> {
    const changes: LaneChanges = { lanes: new Map(), reopen: [] };
    for (const node of nodes) {
      const host = await this.#hosts.ensure(node, undo, isForced);
      try {
        const buffer = bufferConfigOf(node.config);
        const entry = this.#lanes.get(node.componentId);
        if (entry && isDeepStrictEqual(entry.buffer, buffer)) changes.lanes.set(node.componentId, entry);
        else if (entry && entry.buffer.mode === 'disk' && buffer.mode === 'disk')
          changes.reopen.push({ node, entry, buffer });
        else {
          const opened = await this.#open(node, host, buffer, []);
          changes.lanes.set(node.componentId, opened);
          undo.add(() => this.#end(opened, 'keep'));
        }
      } catch (error) {
        throw nodeRefusal(node, error);
      }
    }
    return changes;
  }

  /** Gives the disk buffers of these lanes other limits; what they hold stays. Nothing may flow meanwhile. */
  async reopen(changes: LaneChanges): Promise<void> {
    for (const { node, entry, buffer } of changes.reopen) {
      changes.lanes.set(node.componentId, await this.#open(node, entry.lane.deps.host, buffer, [entry.lane]));
    }
  }

  /** Makes the changes the running lanes; those that are not among them empty themselves in the background. */
  commit(changes: LaneChanges): void {
    const reopened = new Set(changes.reopen.map((change) => change.entry));
    for (const entry of this.#lanes.values())
      if (changes.lanes.get(entry.sinkId) !== entry && !reopened.has(entry))
        void this.retire(entry, RETIRE_MS);
    this.#lanes = changes.lanes;
  }

  /** Empties a lane, sets aside what is left after `ms`, and removes it. */
  async retire(entry: Entry, ms: number): Promise<void> {
    this.#lanes.delete(entry.sinkId);
    this.#retiring.add(entry);
    await entry.lane.drain(ms);
    if (!this.#retiring.delete(entry)) return;
    await this.#end(entry, 'set aside');
    if (entry.buffer.mode === 'disk')
      await rm(this.#folder(entry.sinkId), { recursive: true, force: true }).catch(() => {});
  }

  async #end(entry: Entry, rest: Rest): Promise<void> {
    await entry.lane.end(rest);
    await this.#hosts.release(entry.lane.deps.host);
  }

  /** Opens a lane; `former` ones, and one on its way out, had the same disk buffer and end first. */
  async #open(node: PlanNode, host: SinkHost, buffer: BufferConfig, former: Lane[]): Promise<Entry> {
    const sinkId = node.componentId;
    const owner = this.#owner(node);
    const account = new LaneAccount(owner);
    const { pool, errors } = this.#parts;
    const deps = { account, host, pool, errors, deadLetters: this.#deadLetters };
    if (buffer.mode === 'memory') {
      const isOpen = this.all().some((entry) => entry.sinkId === sinkId && entry.buffer.mode === 'disk');
      if (!isOpen && existsSync(this.#folder(sinkId))) await this.#drainFormerBuffer(node, host);
      return { sinkId, buffer, lane: new Lane(deps, new MemoryQueue(buffer, pool)) };
    }
    for (const entry of this.#retiring) {
      if (entry.sinkId !== sinkId || entry.buffer.mode !== 'disk') continue;
      this.#retiring.delete(entry);
      former.push(entry.lane);
    }
    let counted = 0;
    for (const lane of former) {
      await lane.end('hand over');
      const leftOver = lane.queue.leftOver.reduce((sum, parcel) => sum + parcel.events, 0);
      counted += lane.deps.account.buffered - leftOver;
    }
    const opened = await openBuffer(this.#folder(sinkId), {
      mode: 'durable',
      maxBytes: buffer.maxBytes,
      whenFull: buffer.whenFull,
    });
    const { recovery } = opened;
    if (recovery.corruptSegments > 0 || recovery.lostEvents > 0) errors.add(owner, corruption(recovery));
    const idKey = shortKey(this.#pipelineId, sinkId);
    const queue = new DiskQueue(
      opened,
      pool,
      (problem) => errors.add(owner, problem),
      () => (host.sendsIds ? idKey : null),
    );
    account.restored(opened.stats().events, counted);
    const lane = new Lane(deps, queue);
    for (const ended of former) lane.adopt(ended);
    return { sinkId, buffer, lane };
  }

  /** Events of a disk buffer that is not configured any more are delivered all the same. */
  async #drainFormerBuffer(node: PlanNode, host: SinkHost): Promise<void> {
    const buffer: BufferConfig = { mode: 'disk', maxBytes: Number.MAX_SAFE_INTEGER, whenFull: 'block' };
    void this.retire(await this.#open(node, host, buffer, []), RETIRE_MS);
  }

  #owner(node: PlanNode): ErrorOwner {
    const { id: nodeId, componentId } = node;
    const pipelineId = this.#pipelineId;
    return { pipelineId, componentId, nodeId, cell: this.#parts.cells.of(pipelineId, componentId) };
  }

  #folder(sinkId: string): string {
    return join(this.#parts.folders.buffers, this.#pipelineId, sinkId);
  }
}

const corruption = (recovery: RecoveryReport): ComponentProblem => ({
  errorName: 'BufferCorrupt',
  message: `The disk buffer was damaged: ${recovery.lostEvents} events are lost, all others were kept`,
  causes: [`${recovery.corruptSegments} segments of the buffer do not have the bytes that were written`],
  resolutions: ['Check the disk of the data folder'],
});
