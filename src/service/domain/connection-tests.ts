import type { ConnectionTestResult } from '../../contract/calls/connection-tests.ts';
import type { Config } from '../../contract/entities/common.ts';
import { ContractError } from '../../contract/errors.ts';
import { EngineError, type EngineProblem, type PlanNode } from '../../engine/port.ts';
import { toTime } from '../ids.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import { collisionOf, notFound, occupantsOf, openConfig, requireSite, validConfig } from './checks.ts';
import { entityOf, pipelinesUsing, requireConnection } from './connections.ts';
import { configOf } from './rows.ts';

type Subject = { siteId: string; templateId: string; id?: string | undefined; config: Config };

/** A source or destination to be tried, its settings read by its schema. */
export type ConnectionTest = {
  siteId: string;
  kind: ConnectionKind;
  storedId?: string | undefined;
  node: PlanNode;
};

/** The field that marks what a test sent. */
export const TEST_MARK = 'penstock_test';

const UNSAVED = 'new';

/** @throws ContractError VALIDATION_FAILED with a detail per field, NOT_FOUND */
export async function testOf(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  { siteId, templateId, id, config: sent }: Subject,
): Promise<ConnectionTest> {
  await requireSite(tx, siteId);
  const row = id === undefined ? undefined : await requireConnection(tx, kind, id);
  if (row && (row.site_id !== siteId || row.template_id !== templateId))
    throw notFound(`${entityOf(kind)} of that site and type`, row.id);
  const secrets = services.catalogue.secretFields(templateId);
  const kept = services.sealer.keep(sent, secrets, row ? configOf(row) : {});
  const config = validConfig(services, kind, templateId, kept, entityOf(kind));
  const name = row?.name ?? services.catalogue.templateOf(kind, templateId)?.name ?? templateId;
  const nodeId = row?.id ?? UNSAVED;
  const node = { id: nodeId, componentId: nodeId, nodeType: kind, name, templateId, config };
  return { siteId, kind, storedId: row?.id, node };
}

const failed = ({ errorName, message, causes, resolutions }: EngineProblem): ConnectionTestResult => ({
  problem: { errorName, message, causes, resolutions },
  answers: [],
  findings: [],
  elapsedMilliseconds: 0,
});

async function run(
  { engine }: Services,
  { siteId, node }: ConnectionTest,
  events: readonly string[],
): Promise<ConnectionTestResult> {
  try {
    const { problem, ...report } = await engine.testConnection({ siteId, node, events });
    if (!problem) return { ...report, problem: null };
    const { errorName, message, causes, resolutions } = problem;
    return { ...report, problem: { errorName, message, causes, resolutions } };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.problem.errorName === 'TestBusy')
      throw new ContractError('TOO_MANY_REQUESTS', `${error.message}; try again in a few seconds`);
    return failed(error.problem);
  }
}

/** Of the ports a test is about, those that the stored source holds at this moment because it runs. */
async function heldByItself(services: Services, tx: Repositories, test: ConnectionTest) {
  const { storedId, node } = test;
  const wanted = services.catalogue.portsOf(node.templateId, node.config);
  if (storedId === undefined) return [];
  const users = await pipelinesUsing(tx, storedId);
  if (!users.some(({ deployed_graph_version }) => deployed_graph_version > 0)) return [];
  const row = await requireConnection(tx, 'SOURCE', storedId);
  const own = services.catalogue.portsOf(row.template_id, openConfig(services, row));
  return wanted.filter((one) =>
    own.some(({ protocol, port }) => protocol === one.protocol && port === one.port),
  );
}

/** What stands in the way of a source of this site, as an answer of the test. */
async function conflictOf(services: Services, tx: Repositories, { siteId, storedId, node }: ConnectionTest) {
  const others = await occupantsOf(services, tx, 'SOURCE', siteId, (row) => row.id !== storedId);
  return collisionOf(services, 'SOURCE', node, others);
}

/** Checks what a source needs on this machine; ports that it holds itself are not opened a second time. */
export async function testSource(
  services: Services,
  tx: Repositories,
  test: ConnectionTest,
): Promise<ConnectionTestResult> {
  const conflict = await conflictOf(services, tx, test);
  if (conflict)
    return failed({
      errorName: 'PortTaken',
      message: conflict.message,
      causes: ['Two sources of a machine cannot listen on one port'],
      resolutions: ['Choose another port', 'Give the other source another port, or delete it'],
    });
  const held = await heldByItself(services, tx, test);
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

/** The event with the mark of a test; text becomes an object with the text as its message. */
function marked(text: string): string {
  return JSON.stringify({ ...(objectOf(text) ?? { message: text }), [TEST_MARK]: true });
}

function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const exampleEvent = (now: number): string =>
  JSON.stringify({ timestamp: toTime(now), level: 'info', message: 'Test event of Penstock' });

/** Sends events to a destination once, marked as what they are. */
export async function testSink(
  services: Services,
  test: ConnectionTest,
  asked: readonly string[] | undefined,
  now: number,
): Promise<{ result: ConnectionTestResult; events: string[] }> {
  const events = (asked ?? [exampleEvent(now)]).map(marked);
  return { result: await run(services, test, events), events };
}
