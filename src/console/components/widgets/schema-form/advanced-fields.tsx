import { type ReactNode, useState } from 'react';
import * as formCss from '../forms/form.css.ts';
import { Icon } from '../icons/icon.tsx';

type AdvancedFieldsProps = {
  /** Settings inside that differ from their defaults. */
  changedCount: number;
  /** An error inside opens it. */
  isWrong: boolean;
  children: ReactNode;
};

export function AdvancedFields({ changedCount, isWrong, children }: AdvancedFieldsProps) {
  const [isOpen, setIsOpen] = useState(isWrong);
  const [wasWrong, setWasWrong] = useState(isWrong);
  const [wasChanged, setWasChanged] = useState(changedCount);
  // Values filled in from elsewhere must be visible before saving.
  if (changedCount !== wasChanged) {
    setWasChanged(changedCount);
    if (changedCount > wasChanged) setIsOpen(true);
  }
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong);
    if (isWrong) setIsOpen(true);
  }
  return (
    <details
      className={formCss.advanced}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={formCss.advancedSummary}>
        <Icon name="chevronRight" size="s" />
        Advanced
        {changedCount > 0 && <span className={formCss.optional}>{changedCount} changed</span>}
      </summary>
      <div className={formCss.advancedFields}>{children}</div>
    </details>
  );
}
