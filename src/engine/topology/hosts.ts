import type { SinkComponent } from '../components/types.ts';
import type { PlanNode } from '../types/plan.ts';
import { FileCheckpoint } from './durable-file.ts';
import type { EngineParts } from './parts.ts';
import { noArchive, nodeRefusal, unknownTemplate } from './problems.ts';
import { SinkHost } from './sink-host.ts';
import { type Attachment, SourceHost } from './source-host.ts';
import type { Undo } from './undo.ts';

/** An archive opens the destination a second time, under its own key. */
const makeKey = ({ componentId, isArchive }: PlanNode): string =>
  isArchive ? `archive-${componentId}` : componentId;

export class SinkHosts {
  readonly #parts: EngineParts;
  readonly #hosts = new Map<string, SinkHost>();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  all(): SinkHost[] {
    return [...this.#hosts.values()];
  }

  /**
   * Opens the destination with this node's settings, again when forced.
   * @throws EngineError
   */
  async ensure(node: PlanNode, undo: Undo, isForced: boolean): Promise<SinkHost> {
    try {
      const existing = this.#hosts.get(makeKey(node));
      if (existing) {
        if (!isForced && existing.isOpenWith(node.config)) return existing;
        const previous = existing.config;
        undo.add(() => existing.restore(previous));
        await existing.reopen(node.config, undo.signal);
        return existing;
      }
      return await this.#open(node, undo);
    } catch (error) {
      throw nodeRefusal(node, error);
    }
  }

  async release(host: SinkHost): Promise<void> {
    if (host.owners.size > 0 || this.#hosts.get(host.identity.sinkId) !== host) return;
    this.#hosts.delete(host.identity.sinkId);
    // Nothing writes to it any more, so a failed close is harmless.
    await host.close().catch(() => {});
  }

  async #open(node: PlanNode, undo: Undo): Promise<SinkHost> {
    const component = this.#componentOf(node);
    const { siteId, reservations, errors, answerLimitMs } = this.#parts;
    const identity = { siteId, sinkId: makeKey(node), name: node.name };
    const host = new SinkHost(identity, component, { reservations, errors, answerLimitMs });
    await host.open(node.config, undo.signal);
    this.#hosts.set(makeKey(node), host);
    undo.add(() => this.release(host));
    return host;
  }

  #componentOf(node: PlanNode): SinkComponent {
    const component = this.#parts.components.sinks[node.templateId];
    if (!component) throw unknownTemplate(node);
    if (!node.isArchive) return component;
    const { openArchive } = component;
    if (!openArchive) throw noArchive(node);
    return { ...component, open: openArchive, sendsIds: () => false };
  }
}

export class SourceHosts {
  readonly #parts: EngineParts;
  readonly #hosts = new Map<string, SourceHost>();
  readonly #archives = new Map<string, Map<string, Attachment>>();
  readonly #expected = new Map<string, Set<string>>();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  all(): SourceHost[] {
    return [...this.#hosts.values()];
  }

  archive(sourceId: string, archiveId: string, attachment: Attachment): void {
    this.endArchive(archiveId);
    this.#archivesOf(sourceId).set(archiveId, attachment);
    this.#hosts.get(sourceId)?.refresh();
  }

  pauseArchive(archiveId: string): void {
    for (const [sourceId, archives] of this.#archives) {
      const attachment = archives.get(archiveId);
      if (!attachment) continue;
      archives.set(archiveId, { ...attachment, paused: true });
      this.#hosts.get(sourceId)?.refresh();
    }
  }

  endArchive(archiveId: string): void {
    for (const [sourceId, archives] of this.#archives)
      if (archives.delete(archiveId)) this.#hosts.get(sourceId)?.refresh();
  }

  /** The sources wait for the pipeline until `tried`. */
  expect(pipelineId: string, sourceIds: readonly string[]): void {
    for (const sourceId of sourceIds) {
      this.#expectedOf(sourceId).add(pipelineId);
      this.#hosts.get(sourceId)?.refresh();
    }
  }

  /** The pipeline runs, or could not be deployed. */
  tried(pipelineId: string): void {
    for (const [sourceId, expected] of this.#expected)
      if (expected.delete(pipelineId)) this.#hosts.get(sourceId)?.refresh();
  }

  #expectedOf(sourceId: string): Set<string> {
    const expected = this.#expected.get(sourceId) ?? new Set<string>();
    this.#expected.set(sourceId, expected);
    return expected;
  }

  #archivesOf(sourceId: string): Map<string, Attachment> {
    const archives = this.#archives.get(sourceId) ?? new Map<string, Attachment>();
    this.#archives.set(sourceId, archives);
    return archives;
  }

  get(sourceId: string): SourceHost | undefined {
    return this.#hosts.get(sourceId);
  }

  /**
   * Starts the source with this node's settings, again when forced.
   * @throws EngineError
   */
  async ensure(node: PlanNode, undo: Undo, isForced: boolean): Promise<SourceHost> {
    try {
      const existing = this.#hosts.get(node.componentId);
      if (existing) {
        if (!isForced && existing.isRunningWith(node.config)) return existing;
        const previous = existing.config;
        await (isForced ? existing.restart(node.config) : existing.change(node.config));
        undo.add(async () => {
          if (!existing.isRunningWith(previous)) await existing.change(previous);
        });
        return existing;
      }
      return await this.#start(node, undo);
    } catch (error) {
      throw nodeRefusal(node, error);
    }
  }

  async release(host: SourceHost): Promise<void> {
    if (host.isUsed || this.#hosts.get(host.identity.sourceId) !== host) return;
    this.#hosts.delete(host.identity.sourceId);
    await host.stop();
  }

  async #start(node: PlanNode, undo: Undo): Promise<SourceHost> {
    const component = this.#parts.components.sources[node.templateId];
    if (!component) throw unknownTemplate(node);
    const { siteId, pool, reservations, errors, folders, reserve, ledger, answerLimitMs } = this.#parts;
    const checkpoint = new FileCheckpoint(folders.checkpoints, node.componentId, reserve);
    const identity = { siteId, sourceId: node.componentId, name: node.name };
    const archives = this.#archivesOf(node.componentId);
    const expected = this.#expectedOf(node.componentId);
    const deps = { pool, reservations, errors, checkpoint, archives, expected, answerLimitMs, ledger };
    const host = new SourceHost(identity, component, deps);
    await host.start(node.config);
    this.#hosts.set(node.componentId, host);
    undo.add(() => this.release(host));
    return host;
  }
}
