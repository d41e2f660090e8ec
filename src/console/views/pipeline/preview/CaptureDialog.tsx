import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { findReason } from '../../../../../machines/preview/index.ts';
import { CAPTURE_SECONDS_MAX } from '../../../../contract/calls/preview.ts';
import { type Capture, SAMPLE_EVENTS_MAX } from '../../../../contract/entities/sample.ts';
import { useCall } from '../../../api/use-call.ts';
import { Button } from '../../../components/widgets/actions/button.tsx';
import { Dialog } from '../../../components/widgets/dialogs/dialog.tsx';
import { SelectField } from '../../../components/widgets/forms/select-field.tsx';
import { NumberField } from '../../../components/widgets/forms/text-field.tsx';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import { formatClock } from '../../../lib/format.ts';
import { useSite } from '../../../state/sites.ts';
import { findNodeOfComponent, getComponentId } from '../editor/draft-from-graph.ts';
import { buildSavedVersionQuery } from '../editor/load-version.ts';
import { capturePlace, listRunningPlaces } from './capture-place.ts';
import * as css from './preview.css.ts';
import { usePreviewOnScreen } from './preview-context.ts';

const CAPTURES_POLL_MS = 2000;
const SECONDS_DEFAULT = 60;
const EVENTS_DEFAULT = 100;

const describeOutOfRange = (name: string, value: number | undefined, most: number): string | undefined =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= most
    ? undefined
    : `${name} must be a whole number from 1 to ${most}`;

type HeldProps = {
  captures: readonly Capture[];
  whereOf: (componentId: string) => string;
  onUse: (one: Capture) => void;
};

function HeldCaptures({ captures, whereOf, onUse }: HeldProps) {
  const usable = captures.filter(({ state, eventCount }) => state === 'RUNNING' || eventCount > 0);
  if (usable.length === 0) return null;
  return (
    <section>
      <h3 className={css.listHead}>Captures of the last hour</h3>
      <ul className={css.list}>
        {usable.map((one) => (
          <li key={one.id} className={css.item}>
            <StatusShape
              shape={one.state === 'RUNNING' ? 'pending' : 'check'}
              tone={one.state === 'RUNNING' ? 'info' : 'ok'}
            />
            <span className={css.itemText}>
              <span className={css.itemName}>
                {whereOf(one.componentId)}, {one.eventCount} of {one.limit} events
              </span>
              <span className={css.itemNote}>
                {one.state === 'RUNNING' ? 'Running, started' : 'Started'} by {one.startedBy} at{' '}
                {formatClock(one.startedAt)}
              </span>
            </span>
            <Button size="small" onClick={() => onUse(one)}>
              Use its events
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Undefined while the graph loads or cannot be read; then the service validates. */
function useRunning(siteId: string, pipelineId: string) {
  const { data } = useCall('getPipeline', { path: { pipelineId } }, { isSuppressed: true });
  const pipeline = data?.pipeline;
  const version = pipeline?.deployedGraphVersion ?? 0;
  const query = useQuery(
    pipeline && version > 0
      ? buildSavedVersionQuery(siteId, pipeline, version)
      : { queryKey: ['getGraph', siteId, 'none'], queryFn: skipToken },
  );
  return { running: query.data, version, isReading: version > 0 && query.isPending };
}

/** Defaults: the selected node, one minute, 100 events. */
export default function CaptureDialog({ pipelineId }: { pipelineId: string }) {
  const { siteId, draft, selected, snapshot, send, closeDialog, reveal } = usePreviewOnScreen();
  const isOnCollectors = useSite()?.engine === 'collectors';
  const start = useRef<HTMLButtonElement>(null);
  const { running, version, isReading } = useRunning(siteId, pipelineId);
  const places = listRunningPlaces(draft, running);
  const proposed = capturePlace(draft, running, selected, version);
  const [chosenId, setChosenId] = useState<string>();
  const nodeId = chosenId ?? proposed.id;
  const [seconds, setSeconds] = useState<number | undefined>(SECONDS_DEFAULT);
  const [limit, setLimit] = useState<number | undefined>(EVENTS_DEFAULT);
  const { data } = useCall(
    'listCaptures',
    { path: { pipelineId } },
    { poll: CAPTURES_POLL_MS, isSuppressed: true },
  );
  const whereOf = (componentId: string) =>
    findNodeOfComponent(draft, componentId)?.name ?? 'a node of an earlier version';
  const secondsError = describeOutOfRange('Seconds', seconds, CAPTURE_SECONDS_MAX);
  const limitError = describeOutOfRange('Events', limit, SAMPLE_EVENTS_MAX);
  const chosen = places.find(({ id }) => id === nodeId);
  const request =
    chosen && !isReading && seconds !== undefined && limit !== undefined && !secondsError && !limitError
      ? { componentId: getComponentId(draft, chosen.id), where: chosen.name, seconds, limit }
      : undefined;
  const refusal = request && findReason(snapshot, { type: 'capture.start', request });
  const begin = () => {
    if (!request) return;
    send({ type: 'capture.start', request });
    closeDialog();
    reveal();
  };
  // Enter pressed while the running version loads counts once it is loaded.
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => {
    if (!isPressed || isReading) return;
    setIsPressed(false);
    if (refusal === undefined) begin();
  });
  const use = (capture: Capture) => {
    send({ type: 'capture.join', capture, where: whereOf(capture.componentId) });
    closeDialog();
    reveal();
  };
  return (
    <Dialog
      open
      wide
      title="Capture events"
      icon="record"
      message={
        isOnCollectors
          ? 'Restarts the Collector of one agent with a tap, and again without it at the end: some seconds each. It ends when you leave the preview. Events of its host alone are taken, up to 200 a second. Files are read on; Kafka messages may come twice.'
          : 'Takes the next events of the running pipeline as a sample. It goes on as it is: nothing is held up or changed.'
      }
      onClose={closeDialog}
      initialFocus={start}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={closeDialog}>
            Cancel
          </Button>
          <Button
            ref={start}
            variant="primary"
            type="submit"
            form="capture"
            keys="Enter"
            onDisabledPress={() => setIsPressed(isReading)}
            disabledReason={
              request
                ? refusal
                : (secondsError ??
                  limitError ??
                  (isReading ? 'The running version is being loaded' : 'Choose a node'))
            }
          >
            Capture
          </Button>
        </>
      }
    >
      <form
        id="capture"
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (refusal === undefined) begin();
        }}
      >
        <SelectField
          label="Where"
          help={`${chosenId === undefined && proposed.note ? `${proposed.note} ` : ''}Events as they leave this node; at the source, as they arrive.`}
          value={nodeId}
          onChange={setChosenId}
          options={places.map(({ id, name, nodeType }) => ({
            value: id,
            label: nodeType === 'SOURCE' ? `${name} (source)` : name,
          }))}
        />
        <div className={css.pair}>
          <NumberField
            label="For at most"
            unit="seconds"
            integer
            value={seconds}
            onChange={setSeconds}
            error={secondsError}
          />
          <NumberField
            label="Or until"
            unit="events"
            integer
            value={limit}
            onChange={setLimit}
            error={limitError}
          />
        </div>
        <HeldCaptures captures={data?.captures ?? []} whereOf={whereOf} onUse={use} />
      </form>
    </Dialog>
  );
}
