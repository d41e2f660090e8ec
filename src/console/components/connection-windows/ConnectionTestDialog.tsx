import { useMachine } from '@xstate/react';
import { useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import {
  connectionTestMachine,
  findReason,
  selectIsTesting,
} from '../../../../machines/connection-test/index.ts';
import { KINDS } from '../connection-form/kinds.ts';
import { Button } from '../widgets/actions/button.tsx';
import { Dialog } from '../widgets/dialogs/dialog.tsx';
import { SelectField } from '../widgets/forms/select-field.tsx';
import { TextArea } from '../widgets/forms/text-field.tsx';
import { TestResult } from '../widgets/test-result/test-result.tsx';
import * as css from './connection-windows.css.ts';
import { runTest, type TestSubject } from './run-test.ts';
import { type ChosenSample, useTestSamples } from './use-test-samples.ts';

type ConnectionTestDialogProps = { subject: TestSubject; onClose: () => void };

const MESSAGES = {
  source: 'Checks what the source needs on this machine. No events are received.',
  destination:
    'Sends once, directly to the destination, bypassing its buffer. Test events carry penstock_test and stay where they are written unless the result says otherwise.',
};

const createExampleEvent = () =>
  JSON.stringify(
    { timestamp: new Date().toISOString(), level: 'info', message: 'Penstock test event' },
    null,
    2,
  );

/** Select value for the user's own event. */
const OWN = 'own';

const formatSampleLabel = ({ events, eventCount }: ChosenSample): string =>
  events.length < eventCount ? `First ${events.length} events of ${eventCount}` : 'Events of the sample';

/** Tests the form's current settings, saved or not. */
export default function ConnectionTestDialog({ subject, onClose }: ConnectionTestDialogProps) {
  const { kind, name } = subject;
  const noun = KINDS[kind].noun.toLowerCase();
  const startButton = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState(createExampleEvent);
  const [logic] = useState(() =>
    connectionTestMachine.provide({
      actors: { test: fromPromise(({ input, signal }) => runTest(subject, input, signal)) },
    }),
  );
  const [state, send] = useMachine(logic);
  const isTesting = selectIsTesting(state);
  const { samples, chosen, problem, choose } = useTestSamples(subject);
  const own = text.trim() === '' ? [] : [text];
  const events = kind === 'source' ? [] : [...(chosen?.events ?? own)];
  const start = () => send({ type: 'test.requested', events });
  const close = () => {
    send({ type: 'test.given.up' });
    onClose();
  };
  return (
    <Dialog
      open
      wide
      title={name === '' ? `Test ${noun}` : `Test ${name}`}
      icon="play"
      message={MESSAGES[kind]}
      onClose={close}
      initialFocus={kind === 'source' ? startButton : undefined}
      onSubmit={() => {
        if (!isTesting) start();
      }}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={close}>
            Close
          </Button>
          <Button
            ref={startButton}
            variant="primary"
            keys="mod+Enter"
            disabledReason={findReason(state, { type: 'test.requested', events: [] })}
            onClick={start}
          >
            {kind === 'source' ? 'Check source' : events.length > 1 ? 'Send test events' : 'Send test event'}
          </Button>
        </>
      }
    >
      <div className={css.testBody}>
        {kind === 'destination' && samples.length > 0 && (
          <SelectField
            label="Events"
            help="Samples saved with pipelines hold real events."
            value={chosen?.id ?? OWN}
            error={problem === '' ? undefined : problem}
            options={[
              { value: OWN, label: 'An event you write here' },
              ...samples.map(({ id, label }) => ({ value: id, label })),
            ]}
            onChange={(id) => void choose(id === OWN ? undefined : id)}
          />
        )}
        {kind === 'destination' && chosen && (
          <TextArea
            label={formatSampleLabel(chosen)}
            mono
            rows={5}
            readOnly
            value={chosen.events.join('\n')}
            onChange={() => undefined}
          />
        )}
        {kind === 'destination' && !chosen && (
          <TextArea
            label="Event"
            help="A JSON object, or a line of text."
            mono
            rows={5}
            value={text}
            onChange={setText}
          />
        )}
        <TestResult isTesting={isTesting} failure={state.context.failure} result={state.context.result} />
      </div>
    </Dialog>
  );
}
