import { Virtual } from '@guidepup/virtual-screen-reader';
import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { framesDrawn } from '../model/fake-clock.ts';

async function getAnnouncement(element: Element): Promise<string> {
  const reader = new Virtual();
  await reader.start({ container: element as HTMLElement });
  const phrase = await reader.lastSpokenPhrase();
  await reader.stop();
  return phrase;
}

const findActiveDescendant = (): Element | null =>
  document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '');

/** What happens without a key, with its name in the transcript. */
export type Happening = { name: string; happen: () => void };

/**
 * Records focused elements, live regions, and changed active descendants.
 * @param presses in user-event's notation: `{ArrowDown}`, `web`
 */
export async function recordTranscript(presses: readonly (string | Happening)[]): Promise<string[]> {
  const user = userEvent.setup({ delay: null });
  const reader = new Virtual();
  await reader.start({ container: document.body });
  const lines: string[] = [];
  let heard = (await reader.spokenPhraseLog()).length;
  let told = '';
  const listen = async (press: string) => {
    await framesDrawn();
    const log = await reader.spokenPhraseLog();
    const phrases = log.slice(heard);
    heard = log.length;
    const row = findActiveDescendant();
    const announced = row ? await getAnnouncement(row) : '';
    const isSaid = phrases.some((phrase) => phrase.startsWith(announced));
    if (announced !== '' && announced !== told && !isSaid) phrases.push(announced);
    told = announced;
    lines.push(`${press} → ${phrases.join(' | ') || '(nothing)'}`);
  };
  if (document.activeElement !== document.body) await listen('(focus)');
  for (const press of presses) {
    if (typeof press === 'string') await user.keyboard(press);
    else act(press.happen);
    await listen(typeof press === 'string' ? press : press.name);
  }
  await reader.stop();
  return lines;
}
