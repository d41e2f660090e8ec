import type { ComponentHealth, ConfigState } from '../../../contract/entities/fleet-agent.ts';
import { type AgentPackage, CONFIG_STATES, PACKAGE_STATES } from '../../../contract/entities/fleet-agent.ts';
import { type AgentToServer, ASKS_FOR_UID, type HealthMessage, type KeyValue } from './messages.ts';

/** An agent's report with bounded texts. Undefined: unchanged. */
export type AgentReport = {
  instanceUid: string;
  asksForUid: boolean;
  sequence: bigint;
  capabilities: number;
  attributes?: Record<string, string>;
  health?: ComponentHealth;
  effective?: string;
  config?: { hash: string; state: ConfigState; problem: string };
  components?: Record<string, string[]>;
  componentsHash?: string;
  packages?: Record<string, AgentPackage>;
  saysCustom: boolean;
  isLeaving: boolean;
};

const UID_BYTES = 16;
const ATTRIBUTES_MAX = 100;
const TEXT_MAX = 500;
const PROBLEM_MAX = 4000;
const EFFECTIVE_MAX = 512_000;
const HEALTH_NODES_MAX = 500;
const HEALTH_DEPTH_MAX = 5;
const COMPONENTS_MAX = 1000;
const PACKAGES_MAX = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

export const cutText = (text: string, max = TEXT_MAX): string => text.slice(0, max).replace(CONTROL, ' ');

function readAttributes(attributes: readonly KeyValue[]): Record<string, string> {
  const read = attributes.slice(0, ATTRIBUTES_MAX).flatMap(({ key, value }): [string, string][] => {
    const inner = value?.value;
    if (inner?.case === undefined) return [];
    const isPlain = ['string', 'boolean', 'bigint', 'number'].includes(typeof inner.value);
    return isPlain ? [[cutText(key), cutText(String(inner.value))]] : [];
  });
  return Object.fromEntries(read);
}

const FLOW = ['extension', 'pipeline', 'receiver', 'processor', 'connector', 'exporter'];
const computeRank = (name: string): number => FLOW.findIndex((kind) => name.startsWith(kind));

/** Sorted: agents report health as a map in random order. */
function readHealth(message: HealthMessage): ComponentHealth {
  let left = HEALTH_NODES_MAX;
  const read = (node: HealthMessage, depth: number): ComponentHealth => {
    left -= 1;
    const parts = depth < HEALTH_DEPTH_MAX ? Object.entries(node.componentHealthMap) : [];
    const components: [string, ComponentHealth][] = [];
    for (const [name, part] of parts.sort(
      ([a], [b]) => computeRank(a) - computeRank(b) || (a < b ? -1 : 1),
    )) {
      if (left <= 0) break;
      components.push([cutText(name), read(part, depth + 1)]);
    }
    return {
      isHealthy: node.healthy,
      status: cutText(node.status),
      error: cutText(node.lastError, PROBLEM_MAX),
      components: Object.fromEntries(components),
    };
  };
  return read(message, 0);
}

function readEffective(files: Record<string, { body: Uint8Array }>): string | undefined {
  const parts = Object.entries(files);
  let size = 0;
  for (const [, { body }] of parts) size += body.length;
  if (parts.length === 0 || size > EFFECTIVE_MAX) return undefined;
  const decoder = new TextDecoder();
  return parts
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { body }]) => decoder.decode(body).replaceAll('\0', ' '))
    .join('\n---\n');
}

function readComponents(kinds: Record<string, { subComponentMap: Record<string, unknown> }>) {
  let left = COMPONENTS_MAX;
  const read: [string, string[]][] = [];
  for (const [kind, { subComponentMap }] of Object.entries(kinds).slice(0, 20)) {
    const types = Object.keys(subComponentMap)
      .slice(0, left)
      .map((type) => cutText(type));
    left -= types.length;
    read.push([cutText(kind), types.sort()]);
  }
  return Object.fromEntries(read);
}

const readPackages = (packages: NonNullable<AgentToServer['packageStatuses']>['packages']) =>
  Object.fromEntries(
    Object.entries(packages)
      .slice(0, PACKAGES_MAX)
      .map(([name, one]): [string, AgentPackage] => [
        cutText(name),
        {
          version: cutText(one.agentHasVersion),
          offered: cutText(one.serverOfferedVersion),
          state: PACKAGE_STATES[one.status] ?? 'INSTALLED',
          problem: cutText(one.errorMessage, PROBLEM_MAX),
        },
      ]),
  );

/** Undefined unless the instance id has 16 bytes. */
export function readReport(message: AgentToServer): AgentReport | undefined {
  const { instanceUid, agentDescription, health, effectiveConfig, remoteConfigStatus } = message;
  if (instanceUid.length !== UID_BYTES) return undefined;
  const components = message.availableComponents;
  const effective = effectiveConfig && readEffective(effectiveConfig.configMap?.configMap ?? {});
  const kinds = components ? Object.keys(components.components) : [];
  return {
    instanceUid: Buffer.from(instanceUid).toString('hex'),
    asksForUid: (message.flags & ASKS_FOR_UID) !== 0n,
    sequence: message.sequenceNum,
    // The bits in use fit.
    capabilities: Number(message.capabilities & 0xffff_ffffn),
    ...(agentDescription
      ? {
          attributes: {
            ...readAttributes(agentDescription.nonIdentifyingAttributes),
            ...readAttributes(agentDescription.identifyingAttributes),
          },
        }
      : {}),
    ...(health ? { health: readHealth(health) } : {}),
    ...(effective === undefined ? {} : { effective }),
    ...(remoteConfigStatus
      ? {
          config: {
            hash: Buffer.from(remoteConfigStatus.lastRemoteConfigHash.subarray(0, 128)).toString('latin1'),
            state: CONFIG_STATES[remoteConfigStatus.status] ?? 'UNSET',
            problem: cutText(remoteConfigStatus.errorMessage, PROBLEM_MAX),
          },
        }
      : {}),
    ...(components && kinds.length > 0 ? { components: readComponents(components.components) } : {}),
    ...(components ? { componentsHash: Buffer.from(components.hash.subarray(0, 64)).toString('hex') } : {}),
    ...(message.packageStatuses ? { packages: readPackages(message.packageStatuses.packages) } : {}),
    saysCustom: message.customMessage !== undefined || message.customCapabilities !== undefined,
    isLeaving: message.agentDisconnect !== undefined,
  };
}
