import { ShownOnce } from '../../parts/shown-once/ShownOnce.tsx';

/** The fallback code that was just made. */
export const CodeShown = ({ code, onClose }: { code: string; onClose: () => void }) => (
  <ShownOnce
    title="Fallback code"
    icon="command"
    message="Keep it where you find it when the identity provider fails: it cannot be shown again."
    text={code}
    copyLabel="Copy code"
    note="It signs in the local administrator on the sign-in page."
    onClose={onClose}
  />
);
