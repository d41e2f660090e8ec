import { ShownOnce } from '../../parts/shown-once/ShownOnce.tsx';

/** A key that was just made. */
export const KeyShown = (props: { name: string; apiKey: string; onClose: () => void }) => (
  <ShownOnce
    title={`API key '${props.name}'`}
    icon="command"
    message="Copy it now: it is not stored and cannot be shown again."
    text={props.apiKey}
    copyLabel="Copy key"
    note={
      <>
        Send it as <code>Authorization: Bearer …</code> with each request to this service.
      </>
    }
    onClose={props.onClose}
  />
);
