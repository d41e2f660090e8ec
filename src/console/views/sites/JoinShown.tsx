import { ShownOnce } from '../../parts/shown-once/ShownOnce.tsx';

/** The address under which this page was opened is the one an engine on the same machine reaches, at the least. */
const commandOf = (token: string): string =>
  `npm run engine -- --join ${window.location.origin} --token ${token}`;

const isLoopback = () => ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);

type JoinShownProps = { name: string; token: string; onClose: () => void };

/** A join token that was just made, in the command that uses it. */
export const JoinShown = ({ name, token, onClose }: JoinShownProps) => (
  <ShownOnce
    title={`Join '${name}'`}
    icon="server"
    message="Run this on the other machine within an hour. The token is good once; it is not stored and cannot be shown again."
    text={commandOf(token)}
    copyLabel="Copy command"
    note={
      isLoopback() &&
      'This address is of this machine alone. From another one the engine needs that under which it reaches the service, https://… (PENSTOCK_PUBLIC_URL).'
    }
    onClose={onClose}
  />
);
