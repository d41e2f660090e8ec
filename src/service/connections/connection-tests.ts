import type { ConnectionTestResult } from '../../contract/calls/connection-tests.ts';
import type { Config } from '../../contract/entities/common.ts';
import type { PipelineStatus } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { describeAddress } from '../../contract/kept-secrets.ts';
import { isRecord } from '../../contract/values.ts';
import { EngineError, type EngineProblem, type PlanNode } from '../../engine/port.ts';
import type { FoundChange } from '../audit/watch.ts';
import { placeConfigDetails } from '../catalogue.ts';
import { formatTime } from '../clock.ts';
import { invalid } from '../http/input.ts';
import { listConfigProperties, validateWithKept } from '../kept-secrets.ts';
import { toPlanMode } from '../lifecycle/plan.ts';
import { notFound, requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { NodeRow } from '../store/schema.ts';
import { openConfig, parseConfig } from '../store/sealing.ts';
import { findCollision, listOccupants } from './conflicts.ts';
import { listPipelinesUsing, nameField, requireConnection } from './connections.ts';

type Subject = { siteId: string; templateId: string; id?: string | undefined; config: Config };

type ConnectionTest = {
  siteId: string;
  kind: ConnectionKind;
  storedId?: string | undefined;
  node: PlanNode;
};

const TEST_MARK = 'penstock_test';

type Node = Pick<PlanNode, 'templateId' | 'config'>;

const UNSAVED = 'new';

const REFUSED_PORT = ['PortInUse', 'PortNotAllowed', 'AddressNotOfThisMachine', 'CannotListen'];

/** @throws ContractError VALIDATION_FAILED with a detail per field, NOT_FOUND */
export async function prepareTest(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  { siteId, templateId, id, config: sent }: Subject,
): Promise<ConnectionTest> {
  await requireSite(tx, siteId);
  const row = id === undefined ? undefined : await requireConnection(tx, kind, id);
  if (row && (row.site_id !== siteId || row.template_id !== templateId))
    throw notFound(`${nameField(kind)} of that site and type`, row.id);
  const asked = { nodeType: kind, templateId, config: sent };
  const { config, details } = validateWithKept(services, asked, row ? parseConfig(row) : {});
  if (!config) throw invalid(placeConfigDetails(services, kind, templateId, nameField(kind), details));
  const name = row?.name ?? services.catalogue.findTemplate(kind, templateId)?.name ?? templateId;
  const nodeId = row?.id ?? UNSAVED;
  const node = { id: nodeId, componentId: nodeId, nodeType: kind, name, templateId, config };
  return { siteId, kind, storedId: row?.id, node };
}

const toFailedResult = ({
  errorName,
  message,
  causes,
  resolutions,
}: EngineProblem): ConnectionTestResult => ({
  problem: { errorName, message, causes, resolutions },
  answers: [],
  findings: [],
  elapsedMilliseconds: 0,
});

async function run(
  { engine, apart }: Services,
  { siteId, node }: ConnectionTest,
  events: readonly string[],
): Promise<ConnectionTestResult> {
  try {
    const { problem, ...report } = await apart.inTurn('test', () =>
      engine.testConnection({ siteId, node, events }),
    );
    if (!problem) return { ...report, problem: null };
    const { errorName, message, causes, resolutions } = problem;
    return { ...report, problem: { errorName, message, causes, resolutions } };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.problem.errorName === 'TestBusy')
      throw new ContractError('TOO_MANY_REQUESTS', `${error.message}; try again in a few seconds`);
    return toFailedResult(error.problem);
  }
}

async function findOwnPorts(services: Services, tx: Repositories, test: ConnectionTest) {
  const { storedId, node } = test;
  const wanted = services.catalogue.listPorts(node.templateId, node.config);
  if (storedId === undefined) return [];
  const users = await listPipelinesUsing(tx, storedId);
  if (!users.some(({ deployed_graph_version }) => deployed_graph_version > 0)) return [];
  const row = await requireConnection(tx, 'SOURCE', storedId);
  const own = services.catalogue.listPorts(row.template_id, openConfig(services, row));
  return wanted.filter((one) =>
    own.some(({ protocol, port }) => protocol === one.protocol && port === one.port),
  );
}

async function findConflict(
  services: Services,
  tx: Repositories,
  { siteId, storedId, node }: ConnectionTest,
) {
  const others = await listOccupants(services, tx, 'SOURCE', siteId, (row) => row.id !== storedId);
  return findCollision(services, 'SOURCE', node, others);
}

/** Does not open ports the source already holds. */
export async function testSource(
  services: Services,
  tx: Repositories,
  test: ConnectionTest,
): Promise<ConnectionTestResult> {
  const conflict = await findConflict(services, tx, test);
  if (conflict)
    return toFailedResult({
      errorName: 'PortTaken',
      message: conflict.message,
      causes: ['Two sources of a machine cannot listen on one port'],
      resolutions: ['Choose another port', 'Give the other source another port, or delete it'],
    });
  const held = await findOwnPorts(services, tx, test);
  if (held.length === 0) return run(services, test, []);
  return {
    problem: null,
    answers: [],
    findings: held.map(({ protocol, port, address }) => ({
      label: `${protocol} port ${port}`,
      value: `This source runs and holds it on ${address}`,
    })),
    elapsedMilliseconds: 0,
  };
}

/**
 * Tries a running source's new ports first: the engine stops the old listener before it starts the new one,
 * and a refusal would drop its senders.
 * @throws ContractError PORT_IN_USE with the field of the port
 */
export async function requireListening(services: Services, row: NodeRow): Promise<void> {
  const { id, site_id: siteId, template_id: templateId, name } = row;
  const config = openConfig(services, row);
  const node = { id, componentId: id, nodeType: 'SOURCE' as const, name, templateId, config };
  const [first] = services.catalogue.listPorts(templateId, config);
  const users = await listPipelinesUsing(services.store, id);
  const isRunning = users.some(({ status }) => toPlanMode(status as PipelineStatus) !== undefined);
  const test: ConnectionTest = { siteId, kind: 'SOURCE', storedId: id, node };
  if (!first || !isRunning || (await findOwnPorts(services, services.store, test)).length > 0) return;
  const { problem } = await run(services, test, []);
  if (!problem || !REFUSED_PORT.includes(problem.errorName)) return;
  const { message } = problem;
  const field = `source.config.${first.field ?? 'port'}`;
  throw new ContractError('PORT_IN_USE', message, { details: [{ field, rule: 'unique', message }] });
}

/** Text becomes an object with the field `message`. */
function markEvent(text: string): string {
  return JSON.stringify({ ...(parseObject(text) ?? { message: text }), [TEST_MARK]: true });
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const makeExampleEvent = (now: number): string =>
  JSON.stringify({ timestamp: formatTime(now), level: 'info', message: 'Penstock test event' });

export async function testSink(
  services: Services,
  test: ConnectionTest,
  asked: readonly string[] | undefined,
  now: number,
): Promise<{ result: ConnectionTestResult; events: string[] }> {
  const events = (asked ?? [makeExampleEvent(now)]).map(markEvent);
  return { result: await run(services, test, events), events };
}

const ADDRESS_MAX_LENGTH = 300;

/** Address, ports or path, without credentials. */
function readTarget({ catalogue }: Pick<Services, 'catalogue'>, kind: ConnectionKind, subject: Node): string {
  const { templateId, config } = subject;
  const address = describeAddress(listConfigProperties(catalogue, kind, templateId), config);
  const ports = catalogue.listPorts(templateId, config).map((one) => `${one.protocol} port ${one.port}`);
  const { path } = config;
  return [address, ...(kind === 'SOURCE' ? ports : []), typeof path === 'string' ? path : '']
    .filter((one) => one !== '')
    .join(', ')
    .slice(0, ADDRESS_MAX_LENGTH);
}

const toEntity = (kind: ConnectionKind) => (kind === 'SOURCE' ? 'source' : 'destination');

/** For the audit: subject, destination and result. */
export const describeTest = (
  services: Services,
  { kind, storedId, siteId, node }: ConnectionTest,
  { problem }: ConnectionTestResult,
): FoundChange => ({
  entity: toEntity(kind),
  id: storedId ?? '',
  name: node.name,
  siteId,
  before: {},
  after: {
    type: node.templateId,
    address: readTarget(services, kind, node),
    outcome: problem ? problem.errorName : 'It works',
  },
});

export async function describeDeniedTest(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  { siteId, templateId, id, config }: Subject,
): Promise<FoundChange> {
  const stored = id === undefined ? undefined : await tx.nodes.find(id);
  const name = stored?.name ?? services.catalogue.findTemplate(kind, templateId)?.name ?? '';
  const after = { type: templateId, address: readTarget(services, kind, { templateId, config }) };
  return { entity: toEntity(kind), id: stored?.id ?? '', name, siteId, before: {}, after };
}
