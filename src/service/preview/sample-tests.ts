import { DIFFERENCES_SHOWN, type SampleTestResult } from '../../contract/calls/preview.ts';
import { EngineError, type PreviewReport } from '../../engine/port.ts';
import { eventsOf, expectedOf } from '../domain/samples.ts';
import type { Services } from '../services.ts';
import type { SampleRow } from '../store/schema.ts';
import type { Draft } from './draft.ts';

/** All tests of a pipeline together; what was not run by then counts as failed. */
const TIME_LIMIT_MS = 30_000;

type Difference = SampleTestResult['differences'][number];

/** The node that a component is in this draft. */
const nodeIdOf = ({ nodes }: Draft, componentId: string): string | undefined =>
  nodes.find((node) => node.componentId === componentId)?.id;

const failed = (row: SampleRow, problem: string): SampleTestResult => ({
  sampleId: row.id,
  name: row.name,
  passed: false,
  differences: [],
  problem,
});

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at]);

function* differencesOf(
  expected: Record<string, string[][]>,
  report: PreviewReport,
  nodeIdOf: (componentId: string) => string,
): Generator<Difference> {
  for (const [componentId, perEvent] of Object.entries(expected)) {
    const results = Map.groupBy(report.nodes[nodeIdOf(componentId)]?.results ?? [], ({ index }) => index);
    for (const [index, texts] of perEvent.entries()) {
      const actual = (results.get(index) ?? []).flatMap((result) => result.after);
      if (!isSame(texts, actual)) yield { componentId, index, expected: texts, actual };
    }
  }
}

async function runTest(services: Services, draft: Draft, row: SampleRow): Promise<SampleTestResult> {
  const expected = expectedOf(row) ?? {};
  const start = row.start_component_id;
  const startNodeId = start === '' ? undefined : nodeIdOf(draft, start);
  if (start !== '' && startNodeId === undefined)
    return failed(row, 'The node that its events left is not in this graph; capture them anew, or delete it');
  const checked = new Map(Object.keys(expected).map((id) => [id, nodeIdOf(draft, id)]));
  if ([...checked.values()].includes(undefined))
    return failed(row, 'A node that it checks is not in this graph; set anew what is expected');
  const resultNodeIds = [...checked.values()].flatMap((id) => id ?? []);
  try {
    const report = await services.engine.preview({
      ...draft,
      startNodeId,
      events: eventsOf(row),
      resultNodeIds,
    });
    const found = differencesOf(expected, report, (id) => checked.get(id) ?? '');
    const differences = found.take(DIFFERENCES_SHOWN).toArray();
    return { sampleId: row.id, name: row.name, passed: differences.length === 0, differences };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return failed(row, error.problem.message);
  }
}

/** Runs every pinned sample with expected results through a draft, one after the other. */
export async function runTests(
  services: Services,
  draft: Draft,
  rows: readonly SampleRow[],
): Promise<SampleTestResult[]> {
  const until = performance.now() + TIME_LIMIT_MS;
  const results: SampleTestResult[] = [];
  for (const row of rows) {
    const isLate = performance.now() > until;
    results.push(
      isLate
        ? failed(row, `The tests took longer than ${TIME_LIMIT_MS / 1000} s, so it was not run`)
        : await runTest(services, draft, row),
    );
  }
  return results;
}
