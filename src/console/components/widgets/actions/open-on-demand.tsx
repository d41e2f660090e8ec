import {
  type AriaRole,
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { giveKeysOnFocus, holdKeys } from '../../../lib/held-keys.ts';
import { reportPopupError } from '../lazy/popup-boundary.tsx';

/** A trigger must pass these on to its button. */
export type TriggerProps = {
  role?: AriaRole;
  'aria-haspopup'?: 'menu' | 'listbox';
  'aria-expanded'?: boolean;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLButtonElement>) => void;
  onPointerEnter?: (event: PointerEvent<HTMLButtonElement>) => void;
  onFocus?: (event: FocusEvent<HTMLButtonElement>) => void;
};

type OpenOnDemandProps = {
  trigger: ReactElement<TriggerProps>;
  popup: 'menu' | 'listbox';
  /** Loads `children`; called on hover, on focus and before opening. */
  load: () => Promise<unknown>;
  /** Button and popup; opens on mount. */
  children: ReactNode;
};

/** A button whose lazy-loaded popup is mounted at the first press. What is typed until it opens goes into it. */
export function OpenOnDemand({ trigger, popup, load, children }: OpenOnDemandProps) {
  const [isWanted, setWanted] = useState(false);
  const release = useRef<() => void>(undefined);
  useEffect(() => {
    if (isWanted) giveKeysOnFocus();
  }, [isWanted]);
  useEffect(() => () => release.current?.(), []);
  const ready = () => {
    load().catch(() => undefined);
  };
  // The transition keeps the button until the popup is ready, or for good if loading fails.
  const open = () => {
    release.current?.();
    const letGo = holdKeys('popup', () => {
      release.current = undefined;
    });
    release.current = letGo;
    load().then(
      () => {
        if (release.current === letGo) startTransition(() => setWanted(true));
      },
      (error: unknown) => {
        letGo();
        reportPopupError(error);
      },
    );
  };
  const closed = cloneElement(trigger, {
    ...(popup === 'listbox' ? { role: 'combobox' } : {}),
    'aria-haspopup': popup,
    'aria-expanded': false,
    onClick: open,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open();
    },
    onPointerEnter: ready,
    onFocus: ready,
  });
  return <Suspense fallback={closed}>{isWanted ? children : closed}</Suspense>;
}
