import { visuallyHidden } from '../../../../styles/text.css.ts';
import { KeySequence } from '../../components/widgets/keys/key-chip.tsx';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatSpokenBinding } from '../../lib/key-text.ts';
import * as css from './profile.css.ts';

type KeyListProps = {
  keys: readonly string[];
  off?: readonly string[];
};

/** Further keys are counted, and read by screen readers. */
const SHOWN_KEYS = 2;

export function KeyList({ keys, off = [] }: KeyListProps) {
  if (keys.length === 0) return <Missing />;
  const rest = keys.slice(SHOWN_KEYS);
  return (
    <>
      {keys.slice(0, SHOWN_KEYS).map((one) => (
        <KeySequence key={one} binding={one} variant={off.includes(one) ? 'off' : 'plain'} />
      ))}
      {rest.length > 0 && (
        <span className={css.more} title={rest.map((one) => formatSpokenBinding(one)).join(', ')}>
          <span aria-hidden="true">+{rest.length}</span>
          {rest.map((one) => (
            <span key={one} className={visuallyHidden}>
              {formatSpokenBinding(one)}
            </span>
          ))}
        </span>
      )}
    </>
  );
}
