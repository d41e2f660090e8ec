import { findDialog, isTextField } from '../../commands/live-scopes.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import type { WidgetKeys } from '../../components/widgets/keys/widget-keys.ts';

export type KeyPlace = {
  /** Uppercase name at the left of the key bar. */
  mode: string;
  tone: NonNullable<ScopeDefinition['tone']>;
  hints: WidgetKeys['hints'];
  /** Only keys with Ctrl or Cmd, and Escape, run commands here: others are typed. */
  isTyped: boolean;
  /** Keys handled by the focused widget before any command. */
  taken: readonly string[];
};

/** Button keys of a form or dialog, as `Ctrl+S Save`. */
function listButtonKeys(form: Element): WidgetKeys['hints'] {
  return [...form.querySelectorAll<HTMLElement>('button[data-keys]')].map((button) => ({
    keys: [button.dataset.keys ?? ''],
    // Without the keys, which are shown beside it.
    label: [...button.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent)
      .join('')
      .trim(),
  }));
}

const readWidgetKeys = (target: Element | null): WidgetKeys | undefined => {
  const text = target?.closest<HTMLElement>('[data-widget-keys]')?.dataset.widgetKeys;
  return text === undefined ? undefined : (JSON.parse(text) as WidgetKeys);
};

/**
 * Which keys work at the focus: derived from the focused element and the live scopes around it.
 * @param definitions live scopes, innermost first
 */
export function findKeyPlace(target: Element | null, definitions: readonly ScopeDefinition[]): KeyPlace {
  const shown = target?.isConnected ? target : null;
  const isTyped = isTextField(shown);
  const form = shown?.closest('form');
  const widget = readWidgetKeys(shown);
  const scope = definitions.find(({ prevails }) => prevails) ?? definitions[0];
  const named = { mode: scope?.mode ?? 'VIEW', tone: scope?.tone ?? 'neutral' } as const;
  if (form) {
    const hints = listButtonKeys(form);
    return { mode: 'FORM', tone: 'neutral', hints, isTyped, taken: hints.flatMap(({ keys }) => keys) };
  }
  const dialog = findDialog(shown);
  if (dialog) {
    const buttons = listButtonKeys(dialog);
    const canLeave = buttons.some(({ keys }) => keys.includes('Escape'));
    const hints = [...buttons, ...(canLeave ? [] : [{ keys: ['Escape'], label: 'Close' }])];
    return { mode: 'DIALOG', tone: 'neutral', hints, isTyped, taken: hints.flatMap(({ keys }) => keys) };
  }
  if (widget && !isTyped) {
    const taken = widget.hints.flatMap(({ keys }) => keys);
    return { mode: widget.mode, tone: 'neutral', hints: widget.hints, isTyped, taken };
  }
  if (isTyped) {
    const hints = [{ keys: ['Escape'], label: 'Leave the field' }];
    const mode = scope?.prevails ? named : { mode: 'TEXT', tone: 'neutral' as const };
    return { ...mode, hints, isTyped, taken: ['Escape'] };
  }
  return { ...named, hints: definitions.flatMap(({ widgetKeys = [] }) => widgetKeys), isTyped, taken: [] };
}
