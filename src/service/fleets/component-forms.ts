import { z } from 'zod';
import {
  COMPONENT_KINDS,
  type ComponentChange,
  type ComponentKind,
  type ConfigurableComponent,
} from '../../contract/entities/fleet-configuration.ts';
import { isRecord } from '../../contract/values.ts';
import { explainIssues, toConfigFormat, toProperties } from '../../engine/components/catalogue.ts';
import type { Apart } from '../apart/apart.ts';
import type { YamlChange } from '../exchange/yaml/edit.ts';
import { toEdited } from '../exchange/yaml/jobs.ts';
import { invalid } from '../http/input.ts';
import { type CheckedConfiguration, checkConfiguration } from './check.ts';
import { COMPONENT_SETTINGS } from './component-settings.ts';

type Settings = (typeof COMPONENT_SETTINGS)[ComponentKind][string];

const NO_FORM = { config_groups: [] };
const ABSENT = Symbol('absent');

const findSettings = (kind: ComponentKind, id: string): Settings | undefined => {
  const [type = ''] = id.split('/');
  return Object.hasOwn(COMPONENT_SETTINGS[kind], type) ? COMPONENT_SETTINGS[kind][type] : undefined;
};
const findPath = ({ at }: Settings, name: string): readonly string[] => at?.[name] ?? [name];

const readDefined = (value: unknown, kind: ComponentKind): Record<string, unknown> => {
  const section = isRecord(value) ? value[kind] : undefined;
  return isRecord(section) ? section : {};
};

/** Value at a path; undefined if missing, ABSENT if impossible. */
function readAt(component: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (value === undefined || value === null) return undefined;
    return isRecord(value) ? value[key] : ABSENT;
  }, component ?? undefined);
}

/** Settings the form can show; others, such as numbers given as variables, stay in the YAML. */
function narrowSettings(settings: Settings, component: unknown) {
  const config: Record<string, unknown> = {};
  const shape = Object.fromEntries(
    Object.entries(settings.schema.shape).filter(([name, schema]) => {
      const value = readAt(component, findPath(settings, name));
      if (value === undefined || value === null) return true;
      const isKnown = value !== ABSENT && schema.safeParse(value).success;
      if (isKnown) config[name] = value;
      return isKnown;
    }),
  );
  return { config, schema: z.strictObject(shape) };
}

type Reported = { components: string };

function countReported(agents: readonly Reported[]): (kind: ComponentKind) => Map<string, number> {
  const known = agents.map(({ components }) => JSON.parse(components) as Record<string, string[]>);
  return (kind) => {
    const counts = new Map<string, number>();
    for (const types of known)
      for (const type of types[kind] ?? []) counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts;
  };
}

/** Configured components, then those to add: reported by agents, else well-known. */
export function listComponents(
  { value, used }: CheckedConfiguration,
  agents: readonly Reported[],
): ConfigurableComponent[] {
  const countsOf = countReported(agents);
  return COMPONENT_KINDS.flatMap((kind) => {
    const counts = countsOf(kind);
    const defined = Object.entries(readDefined(value, kind)).map(([id, component]) => {
      const [type = ''] = id.split('/');
      const settings = findSettings(kind, id);
      const narrowed = settings && narrowSettings(settings, component);
      return {
        kind,
        type,
        id,
        line: used.find((one) => one.kind === kind && one.id === id)?.line ?? 1,
        agentCount: counts.get(type) ?? 0,
        config: narrowed?.config ?? {},
        configFormat: narrowed ? toConfigFormat(narrowed.schema) : NO_FORM,
      };
    });
    const types = agents.length > 0 ? [...counts.keys()] : Object.keys(COMPONENT_SETTINGS[kind]);
    const others = types.toSorted().map((type) => {
      const settings = findSettings(kind, type);
      return {
        kind,
        type,
        id: null,
        line: null,
        agentCount: counts.get(type) ?? 0,
        config: settings?.initial ?? {},
        configFormat: settings ? toConfigFormat(settings.schema) : NO_FORM,
      };
    });
    return [...defined, ...others];
  });
}

function findFreeId(type: string, taken: Record<string, unknown>): string {
  let id = type;
  for (let number = 2; Object.hasOwn(taken, id); number += 1) id = `${type}/${number}`;
  return id;
}

function readSettings(settings: Settings, component: unknown, config: Record<string, unknown>): YamlChange[] {
  const { schema } = narrowSettings(settings, component);
  const parsed = schema.safeParse(config, { reportInput: true });
  if (!parsed.success)
    throw invalid(
      explainIssues(parsed.error.issues, toProperties(schema)).map((detail) => ({
        ...detail,
        field: `change.config.${detail.field}`,
      })),
    );
  return Object.keys(schema.shape).map((name) => ({
    path: findPath(settings, name),
    value: parsed.data[name],
  }));
}

/**
 * The content with the component set, and its id; other text stays.
 * @throws ContractError VALIDATION_FAILED for an invalid setting or unreadable content
 */
export async function changeComponent(
  apart: Apart,
  content: string,
  { kind, type, id, config }: ComponentChange,
): Promise<{ content: string; id: string }> {
  const { value, problems } = await checkConfiguration(apart, content);
  const refuse = (field: string, message: string) => invalid([{ field, rule: 'collector', message }]);
  const [first] = problems;
  if (!isRecord(value))
    throw refuse('configuration.content', `line ${first?.line ?? 1}: ${first?.message ?? 'It is no map'}`);
  const defined = readDefined(value, kind);
  if (id !== null && !Object.hasOwn(defined, id))
    throw refuse('change.id', `The content has no '${id}' among its ${kind} any more; choose another one`);
  const chosen = id ?? findFreeId(type, defined);
  const settings = findSettings(kind, chosen);
  const component = id === null ? undefined : defined[chosen];
  const changes = settings ? readSettings(settings, component, config) : [];
  const within = changes.map((change) => ({ ...change, path: [kind, chosen, ...change.path] }));
  const added: YamlChange[] = [{ path: [kind, chosen], value: null }];
  // An extension runs only when the service names it.
  if (kind === 'extensions') {
    const { service } = value;
    const named = isRecord(service) && Array.isArray(service.extensions) ? service.extensions : [];
    added.push({ path: ['service', 'extensions'], value: [...named, chosen] });
  }
  const all = id === null ? [...added, ...within] : within;
  return { content: await toEdited(apart, { text: content, changes: all }), id: chosen };
}
