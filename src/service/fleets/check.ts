import {
  COMPONENT_KINDS,
  type ComponentKind,
  type ConfigurationProblem,
} from '../../contract/entities/fleet-configuration.ts';
import { isRecord } from '../../contract/values.ts';
import type { Apart } from '../apart/apart.ts';
import { readYaml } from '../exchange/yaml/jobs.ts';
import { type Path, type Positions, positionKey } from '../exchange/yaml/parse.ts';

const TOP = [...COMPONENT_KINDS, 'service'];
const COMPONENT_ID = /^[a-zA-Z][\w]*(\/\S+)?$/;
const PIPELINE_ID = /^(logs|metrics|traces|profiles)(\/\S+)?$/;

export type UsedComponent = { kind: ComponentKind; id: string; type: string; line: number; column: number };

export type CheckedConfiguration = {
  problems: ConfigurationProblem[];
  used: UsedComponent[];
  value: unknown;
};

const listKeys = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : []);

/** What a Collector could not read: invalid YAML with its line, and dangling references. */
export async function checkConfiguration(apart: Apart, content: string): Promise<CheckedConfiguration> {
  const parsed = await readYaml(apart, content);
  if (parsed.problems)
    return {
      problems: parsed.problems.map(({ line, column, field, message }) => ({
        severity: 'error',
        ...{ line, column, field, message },
      })),
      used: [],
      value: undefined,
    };
  return { ...checkValue(parsed.value, parsed.positions), value: parsed.value };
}

function checkValue(value: unknown, positions: Positions): Omit<CheckedConfiguration, 'value'> {
  const problems: ConfigurationProblem[] = [];
  const at = (path: Path): { line: number; column: number } => {
    for (let length = path.length; length >= 0; length -= 1) {
      const found = positions[positionKey(path.slice(0, length))];
      if (found) return { line: found[0], column: found[1] };
    }
    return { line: 1, column: 1 };
  };
  const report = (path: Path, message: string): void => {
    problems.push({ severity: 'error', ...at(path), field: path.join('.'), message });
  };
  if (!isRecord(value)) {
    report([], 'A configuration is a map with receivers, exporters and service');
    return { problems, used: [] };
  }
  for (const key of Object.keys(value))
    if (!TOP.includes(key)) report([key], `'${key}' is no section of a Collector; it has ${TOP.join(', ')}`);
  const used: UsedComponent[] = [];
  for (const kind of COMPONENT_KINDS) {
    if (value[kind] !== undefined && value[kind] !== null && !isRecord(value[kind]))
      report([kind], `must be a map of ${kind}`);
    for (const id of listKeys(value[kind])) {
      if (COMPONENT_ID.test(id)) used.push({ kind, id, type: id.split('/')[0] ?? id, ...at([kind, id]) });
      else report([kind, id], `'${id}' is no component; write its type, or type/name`);
    }
  }
  checkService(value, report);
  return { problems, used };
}

function checkService(value: Record<string, unknown>, report: (path: Path, message: string) => void): void {
  const { service } = value;
  if (!isRecord(service)) {
    report(['service'], 'service is required, with at least one pipeline');
    return;
  }
  const has = (kind: ComponentKind, id: unknown) =>
    typeof id === 'string' && listKeys(value[kind]).includes(id);
  const readList = (path: Path, list: unknown): unknown[] => {
    if (list === undefined || list === null) return [];
    if (Array.isArray(list)) return list;
    report(path, 'must be a list of components');
    return [];
  };
  readList(['service', 'extensions'], service.extensions).forEach((id, index) => {
    if (!has('extensions', id))
      report(['service', 'extensions', index], `'${String(id)}' is not defined under extensions`);
  });
  if (listKeys(service.pipelines).length === 0)
    report(['service', 'pipelines'], 'At least one pipeline is required, such as logs');
  const pipelines = isRecord(service.pipelines) ? service.pipelines : {};
  for (const [name, pipeline] of Object.entries(pipelines)) {
    const path = ['service', 'pipelines', name];
    if (!PIPELINE_ID.test(name))
      report(path, `'${name}' is no pipeline; write logs, metrics or traces, or one of them and a name`);
    if (!isRecord(pipeline)) {
      report(path, 'must have receivers and exporters');
      continue;
    }
    for (const kind of ['receivers', 'processors', 'exporters'] as const) {
      const list = readList([...path, kind], pipeline[kind]);
      if (kind !== 'processors' && list.length === 0)
        report([...path, kind], `At least one of ${kind} is required`);
      list.forEach((id, index) => {
        // A connector is an exporter of one pipeline and a receiver of another.
        const isThere = has(kind, id) || (kind !== 'processors' && has('connectors', id));
        if (!isThere) report([...path, kind, index], `'${String(id)}' is not defined under ${kind}`);
      });
    }
  }
}

type Reported = { id: string; name: string; host: string; components: string };

/** Components missing on some or all agents that reported theirs. */
export function findMissingComponents(
  used: readonly UsedComponent[],
  agents: readonly Reported[],
): (UsedComponent & { lacking: number; first: string })[] {
  const known = agents.map((agent) => ({
    ...agent,
    types: JSON.parse(agent.components) as Record<string, string[]>,
  }));
  return used.flatMap((component) => {
    const without = known.filter(({ types }) => {
      const list = types[component.kind];
      return list !== undefined && !list.includes(component.type);
    });
    const [first] = without;
    return first ? [{ ...component, lacking: without.length, first: first.host || first.name }] : [];
  });
}
