import { useCall } from '../../api/use-call.ts';
import * as css from './sso.css.ts';

const POLL_MS = 1000;

export function TestResult({ testId }: { testId: string }) {
  const input = { path: { testId } };
  const query = useCall('getSsoTest', input, { isSuppressed: true, poll: POLL_MS });
  const test = query.data?.test;
  if (query.error) return <p role="alert">The result could not be read: {query.error.message}</p>;
  if (!test || test.state === 'waiting') {
    return <p role="status">Waiting for the sign-in in the other window.</p>;
  }
  const rows = [
    ['Email', test.email],
    ['Name', test.name],
    ['Groups', test.groups.join(', ')],
    ['Roles', test.roles.join(', ')],
  ].filter(([, value]) => value !== '');
  return (
    <div role="status" className={css.lead}>
      <p className={css.strong}>
        {test.isAdmitted
          ? 'The test worked: this person would be signed in.'
          : 'The test failed: this person would not be signed in.'}
      </p>
      {test.problem && <p>{test.problem}</p>}
      {rows.length > 0 && (
        <dl className={css.found}>
          {rows.map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd className={css.address}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
