import { CodeBlock } from '../code/code-block.tsx';
import { CauseLines } from '../feedback/cause-lines.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './test-result.css.ts';

export type Tested = {
  /** Null on success. */
  problem: { message: string; causes: readonly string[]; resolutions: readonly string[] } | null;
  answers: readonly { request: string; status: string; body: string }[];
  findings: readonly { label: string; value: string }[];
  elapsedMilliseconds: number;
};

type TestResultProps = {
  isTesting: boolean;
  /** Empty if there is a result. */
  failure: string;
  result: Tested | undefined;
};

const seconds = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

function Outcome({ result }: { result: Tested }) {
  const { problem, answers, findings, elapsedMilliseconds } = result;
  return (
    <>
      <p className={css.head}>
        <StatusShape shape={problem ? 'octagon' : 'check'} tone={problem ? 'err' : 'ok'} />
        <span>{problem ? problem.message : 'It works'}</span>
        {elapsedMilliseconds > 0 && <span className={css.time}>{seconds(elapsedMilliseconds)}</span>}
      </p>
      {problem && <CauseLines label="Possible Cause:" lines={problem.causes} />}
      {problem && <CauseLines label="Resolution:" lines={problem.resolutions} />}
      {answers.map((answer, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers stay in their order
        <div key={at} className={css.answer}>
          <p className={css.request}>
            <span>{answer.request}</span>
            <span className={css.status}>{answer.status}</span>
          </p>
          {answer.body.trim() !== '' && <CodeBlock label="Answer" text={answer.body} wrap />}
        </div>
      ))}
      {findings.length > 0 && (
        <dl className={css.findings}>
          {findings.map(({ label, value }) => (
            <div key={`${label} ${value}`} style={{ display: 'contents' }}>
              <dt className={css.term}>{label}</dt>
              <dd className={css.value}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

export function TestResult({ isTesting, failure, result }: TestResultProps) {
  return (
    <div role="status" aria-label="Result of the test" className={css.result}>
      {isTesting && (
        <p className={css.head}>
          <StatusShape shape="pending" tone="info" />
          Testing
        </p>
      )}
      {!isTesting && failure !== '' && (
        <p className={css.head}>
          <StatusShape shape="octagon" tone="err" />
          {failure}
        </p>
      )}
      {!isTesting && result && <Outcome result={result} />}
    </div>
  );
}
