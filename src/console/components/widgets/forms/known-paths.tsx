import { ComboboxItem, ComboboxPopover } from '@ariakit/react';
import { swallowEscape } from '../keys/swallow-escape.ts';
import * as formCss from './form.css.ts';
import * as css from './select.css.ts';

const MOST_SHOWN = 50;

/** Prefix matches come before other matches. */
export function findMatchingPaths(paths: readonly string[], text: string): string[] {
  const asked = text.trim().toLowerCase();
  const beginning = paths.filter((path) => path.toLowerCase().startsWith(asked));
  const containing = paths.filter((path) => path.toLowerCase().indexOf(asked) > 0);
  return [...beginning, ...containing].filter((path) => path !== text).slice(0, MOST_SHOWN);
}

type KnownPathsProps = {
  label: string;
  paths: readonly string[];
  /** Instead of writing the path into the input. */
  onChoose?: (path: string) => void;
};

/** The list under an input of Ariakit's `Combobox`: Down opens it, Escape closes it. */
export const KnownPaths = ({ label, paths, onChoose }: KnownPathsProps) => (
  <ComboboxPopover
    gutter={4}
    sameWidth
    unmountOnHide
    hideOnEscape={swallowEscape}
    aria-label={`Known fields, ${label}`}
    className={css.plainPopover}
  >
    {paths.map((path) => (
      <ComboboxItem
        key={path}
        value={path}
        setValueOnClick={onChoose === undefined}
        onClick={onChoose && (() => onChoose(path))}
        className={css.option}
      >
        <span className={`${css.optionLabel} ${formCss.monoInput}`}>{path}</span>
      </ComboboxItem>
    ))}
  </ComboboxPopover>
);
