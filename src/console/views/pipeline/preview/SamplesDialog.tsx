import type { PreviewGraph } from '../../../../../machines/preview/index.ts';
import type { SampleTestResult } from '../../../../contract/calls/preview.ts';
import type { SampleSummary } from '../../../../contract/entities/sample.ts';
import { counted } from '../../../../contract/values.ts';
import { useCall } from '../../../api/use-call.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { Button } from '../../../components/widgets/actions/button.tsx';
import { Dialog } from '../../../components/widgets/dialogs/dialog.tsx';
import { EventDiff } from '../../../components/widgets/event-diff/event-diff.tsx';
import { ErrorPanel } from '../../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import { findNodeOfComponent } from '../editor/draft-from-graph.ts';
import * as css from './preview.css.ts';
import { usePreviewOnScreen } from './preview-context.ts';
import type { Tested } from './use-sample-tests.ts';

function Verdict({ sample, result }: { sample: SampleSummary; result: SampleTestResult | undefined }) {
  if (!sample.pinned) return <span className={css.itemNote}>Not pinned</span>;
  if (!result) return <span className={css.verdict}>Test, not run</span>;
  return (
    <span className={css.verdict}>
      <StatusShape shape={result.passed ? 'check' : 'octagon'} tone={result.passed ? 'ok' : 'err'} />
      {result.passed ? 'Passed' : 'Failed'}
    </span>
  );
}

function Failure({ result }: { result: SampleTestResult }) {
  const { draft } = usePreviewOnScreen();
  const [first] = result.differences;
  if (!first) return <p className={css.itemNote}>{result.problem ?? 'It could not be compared.'}</p>;
  const where = findNodeOfComponent(draft, first.componentId)?.name ?? 'a node that is not in this graph';
  const more = result.differences.length - 1;
  const label = `Event ${first.index + 1} at ${where}`;
  const joined = (texts: readonly string[]) => texts.join('\n');
  return (
    <>
      <p className={css.itemNote}>
        {label} is not as expected{more > 0 ? `, and ${more} more` : ''}.
      </p>
      <div className={css.difference}>
        <EventDiff
          label={label}
          change={{
            status: first.actual.length === 0 ? 'DROPPED' : 'MODIFIED',
            before: joined(first.expected),
            after: first.actual.length === 0 ? [] : [joined(first.actual)],
          }}
          layout="split"
          titles={['Expected', 'Now']}
        />
      </div>
    </>
  );
}

type RowProps = { sample: SampleSummary; result: SampleTestResult | undefined };

function SampleRow({ sample, result }: RowProps) {
  const { id, name, eventCount, pinned, hasExpected, createdBy } = sample;
  const isFailed = result !== undefined && !result.passed;
  const args = { sample: id, name };
  return (
    <li className={css.item}>
      <span className={css.itemText}>
        <span className={css.itemName}>{name}</span>
        <span className={css.itemNote}>
          {counted(eventCount, 'event')}, saved by {createdBy}
        </span>
      </span>
      <Verdict sample={sample} result={result} />
      {isFailed ? (
        <CommandButton id="preview.openTest" args={args} size="small" hideIcon label="Open" />
      ) : (
        <CommandButton id="preview.open" args={args} size="small" hideIcon label="Open" />
      )}
      {pinned && (
        <CommandButton id="preview.unpin" args={args} size="small" variant="ghost" hideIcon label="Unpin" />
      )}
      {!pinned && hasExpected && (
        <CommandButton id="preview.pinAgain" args={args} size="small" variant="ghost" hideIcon label="Pin" />
      )}
      <CommandButton
        id="preview.rename"
        args={args}
        size="small"
        variant="ghost"
        iconOnly
        label={`Rename ${name}`}
      />
      <CommandButton
        id="preview.delete"
        args={args}
        size="small"
        variant="ghost"
        iconOnly
        label={`Delete ${name}`}
      />
      {isFailed && <Failure result={result} />}
    </li>
  );
}

/** Undefined when the graph on screen has changed since. */
function formatTestedName(tested: Tested, graph: PreviewGraph): string | undefined {
  if ('version' in tested) return `v${tested.version}`;
  return tested.graph === graph ? 'the graph as it is on screen' : undefined;
}

function summarizeTests(results: readonly SampleTestResult[], tested: string): string {
  const failed = results.filter(({ passed }) => !passed).length;
  if (results.length === 0) return 'No sample is pinned, so there is no test.';
  if (failed === 0)
    return results.length === 1
      ? `The test passes on ${tested}.`
      : `All ${results.length} tests pass on ${tested}.`;
  return results.length === 1
    ? `The test fails on ${tested}.`
    : `${failed} of ${results.length} tests fail on ${tested}.`;
}

/** Pinned samples are the tests of the pipeline. */
export default function SamplesDialog({ pipelineId }: { pipelineId: string }) {
  const { tests, closeDialog, graph } = usePreviewOnScreen();
  const { data, error, refetch } = useCall('listSamples', { path: { pipelineId } }, { isSuppressed: true });
  const tested = tests.state === 'done' && formatTestedName(tests.tested, graph);
  const results = tests.state === 'done' && tested ? tests.results : [];
  const samples = data?.samples ?? [];
  return (
    <Dialog
      open
      wide
      title="Samples and tests"
      icon="list"
      message="A pinned sample with expected results is a test: a version for which it fails is not deployed or resumed, unless it is forced."
      onClose={closeDialog}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={closeDialog}>
            Close
          </Button>
          <CommandButton id="preview.test" variant="primary" label="Run tests" />
        </>
      }
    >
      <div className={css.samples}>
        <p role="status" className={css.itemNote}>
          {tests.state === 'running' ? 'The tests are running.' : tested && summarizeTests(results, tested)}
        </p>
        {tests.state === 'failed' && (
          <ErrorPanel
            title="The tests could not run"
            cause={tests.why}
            resolution="Correct this and run them again."
          />
        )}
        {error && !data && (
          <ErrorPanel
            title="The samples could not be read"
            cause={error.message}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Skeleton width="100%" height={80} label="the samples" />}
        {data && samples.length === 0 && (
          <p className={css.itemNote}>
            No sample is saved for this pipeline yet. Capture or paste events, then save them as a sample.
          </p>
        )}
        <ul className={css.list}>
          {samples.map((sample) => (
            <SampleRow
              key={sample.id}
              sample={sample}
              result={results.find(({ sampleId }) => sampleId === sample.id)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
