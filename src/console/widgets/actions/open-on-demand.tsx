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
  useState,
} from 'react';
import { reportPopupError } from '../lazy/popup-boundary.tsx';

/** Attributes and handlers that a trigger is given; it must hand them on to its button. */
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
  /** The button as it is while closed. */
  trigger: ReactElement<TriggerProps>;
  popup: 'menu' | 'listbox';
  /** Fetches the code of `children`; called when the pointer or the focus comes near, and before it opens. */
  load: () => Promise<unknown>;
  /** Button and popup in one; it opens by itself when it appears. */
  children: ReactNode;
};

/** A button whose popup brings much code: until the first press only the button is there. */
export function OpenOnDemand({ trigger, popup, load, children }: OpenOnDemandProps) {
  const [isWanted, setWanted] = useState(false);
  const ready = () => {
    load().catch(() => undefined);
  };
  // In a transition, so that the button stays until the popup can take its place; and for good when the
  // code does not come.
  const open = () => void load().then(() => startTransition(() => setWanted(true)), reportPopupError);
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
