import { DIFFERENCES_SHOWN, type SampleTestResult } from '../../contract/calls/preview.ts';
import { EngineError, type PreviewReport } from '../../engine/port.ts';
import type { Services } from '../services.ts';
import type { SampleRow } from '../store/schema.ts';
import type { Draft } from './draft.ts';
import { parseEvents, parseExpected } from './samples.ts';

/** For all tests together; the rest counts as failed. */
const TIME_LIMIT_MS = 30_000;

type Difference = SampleTestResult['differences'][number];

const findNodeId = ({ nodes }: Draft, componentId: string): string | undefined =>
  nodes.find((node) => node.componentId === componentId)?.id;

const toFailedResult = (row: SampleRow, problem: string): SampleTestResult => ({
  sampleId: row.id,
  name: row.name,
  passed: false,
  differences: [],
  problem,
});

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at]);

function* findDifferences(
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
  const expected = parseExpected(row) ?? {};
  const start = row.start_component_id;
  const startNodeId = start === '' ? undefined : findNodeId(draft, start);
  if (start !== '' && startNodeId === undefined)
    return toFailedResult(
      row,
      'The node that its events left is not in this graph; capture them again, or delete it',
    );
  const checked = new Map(Object.keys(expected).map((id) => [id, findNodeId(draft, id)]));
  if ([...checked.values()].includes(undefined))
    return toFailedResult(row, 'A node that it checks is not in this graph; set the expected output again');
  const resultNodeIds = [...checked.values()].flatMap((id) => id ?? []);
  try {
    const report = await services.apart.inTurn('draft', () =>
      services.engine.preview({ ...draft, startNodeId, events: parseEvents(row), resultNodeIds }),
    );
    const found = findDifferences(expected, report, (id) => checked.get(id) ?? '');
    const differences = found.take(DIFFERENCES_SHOWN).toArray();
    return { sampleId: row.id, name: row.name, passed: differences.length === 0, differences };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return toFailedResult(row, error.problem.message);
  }
}

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
        ? toFailedResult(row, `The tests took longer than ${TIME_LIMIT_MS / 1000} s, so it was not run`)
        : await runTest(services, draft, row),
    );
  }
  return results;
}
