import type { Condition } from '../contract/conditions.ts';
import { renderCondition } from './condition.ts';
import { type OttlCondition, readFieldName } from './ottl.ts';
import type { CollectorComponent } from './processors.ts';
import { type Settings, Unrenderable } from './refusal.ts';
import type { Shape } from './shape.ts';

export type RenderedTransform = { processors: CollectorComponent[]; shape: Shape };
/** @throws Unrenderable */
export type RenderTransform = (settings: Settings, shape: Shape) => RenderedTransform;

/** Events a transform takes. @throws Unrenderable */
export const takeCondition = (settings: Settings, shape: Shape): OttlCondition =>
  renderCondition(settings.take<Condition | undefined>('condition', undefined), shape);

/** What happens to unprocessable events. @throws Unrenderable */
export function takeErrorAction(settings: Settings): 'keep' | 'drop' {
  const onError = settings.take<string>('onError', 'keep');
  if (onError === 'tag')
    throw new Unrenderable(
      'Collectors do not write the errors of the engine into events',
      "Choose 'Keep it unchanged' or 'Drop it' for events that cannot be processed",
    );
  return onError === 'drop' ? 'drop' : 'keep';
}

export function namesLike(pattern: string, shape: Shape): string[] {
  if (pattern.includes('\\*'))
    throw new Unrenderable(`'${pattern}' has a star that is part of a name`, 'Name another field');
  if (!pattern.includes('*')) return [readFieldName(pattern)];
  const name = readFieldName(pattern);
  const test = new RegExp(`^${name.replace(/[\\^$.+?()[\]{}|/-]/g, '\\$&').replaceAll('*', '.*')}$`, 's');
  return [...shape.keys()].filter((known) => test.test(known));
}
