import type { PlanNode } from '../port.ts';
import { FileCheckpoint } from './durable-file.ts';
import type { EngineParts } from './parts.ts';
import { nodeRefusal, unknownTemplate } from './problems.ts';
import { SinkHost } from './sink-host.ts';
import { SourceHost } from './source-host.ts';
import type { Undo } from './undo.ts';

/** The open destinations of a site. */
export class SinkHosts {
  readonly #parts: EngineParts;
  readonly #hosts = new Map<string, SinkHost>();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  all(): SinkHost[] {
    return [...this.#hosts.values()];
  }

  /** The destination, open with this node's settings. @throws EngineError */
  async ensure(node: PlanNode, undo: Undo): Promise<SinkHost> {
    try {
      const existing = this.#hosts.get(node.componentId);
      if (existing) {
        if (existing.isOpenWith(node.config)) return existing;
        const former = existing.config;
        await existing.reopen(node.config);
        undo.add(() => existing.reopen(former));
        return existing;
      }
      return await this.#open(node, undo);
    } catch (error) {
      throw nodeRefusal(node, error);
    }
  }

  /** Closes a destination that no pipeline writes to any more. */
  async release(host: SinkHost): Promise<void> {
    if (host.owners.size > 0 || this.#hosts.get(host.identity.sinkId) !== host) return;
    this.#hosts.delete(host.identity.sinkId);
    await host.close();
  }

  async #open(node: PlanNode, undo: Undo): Promise<SinkHost> {
    const component = this.#parts.components.sinks[node.templateId];
    if (!component) throw unknownTemplate(node);
    const { siteId, claims, errors } = this.#parts;
    const identity = { siteId, sinkId: node.componentId, name: node.name };
    const host = new SinkHost(identity, component, claims, errors);
    await host.open(node.config);
    this.#hosts.set(node.componentId, host);
    undo.add(() => this.release(host));
    return host;
  }
}

/** The running sources of a site. */
export class SourceHosts {
  readonly #parts: EngineParts;
  readonly #hosts = new Map<string, SourceHost>();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  all(): SourceHost[] {
    return [...this.#hosts.values()];
  }

  get(sourceId: string): SourceHost | undefined {
    return this.#hosts.get(sourceId);
  }

  /** The source, running with this node's settings; one that runs with them already is left alone. @throws EngineError */
  async ensure(node: PlanNode, undo: Undo): Promise<SourceHost> {
    try {
      const existing = this.#hosts.get(node.componentId);
      if (existing) {
        if (existing.isRunningWith(node.config)) return existing;
        const former = existing.config;
        await existing.change(node.config);
        undo.add(() => existing.change(former));
        return existing;
      }
      return await this.#start(node, undo);
    } catch (error) {
      throw nodeRefusal(node, error);
    }
  }

  /** Stops a source that no pipeline uses any more. */
  async release(host: SourceHost): Promise<void> {
    if (host.isUsed || this.#hosts.get(host.identity.sourceId) !== host) return;
    this.#hosts.delete(host.identity.sourceId);
    await host.stop();
  }

  async #start(node: PlanNode, undo: Undo): Promise<SourceHost> {
    const component = this.#parts.components.sources[node.templateId];
    if (!component) throw unknownTemplate(node);
    const { siteId, pool, claims, errors, folders } = this.#parts;
    const checkpoint = new FileCheckpoint(folders.checkpoints, node.componentId);
    const identity = { siteId, sourceId: node.componentId, name: node.name };
    const host = new SourceHost(identity, component, { pool, claims, errors, checkpoint });
    await host.start(node.config);
    this.#hosts.set(node.componentId, host);
    undo.add(() => this.release(host));
    return host;
  }
}
