import { createActor, fromPromise } from 'xstate';
import {
  commandPaletteMachine,
  type LoadOptionsInput,
  listRecentIds,
  type PaletteItem,
  type PaletteScope,
  selectArgument,
  selectPage,
  type ValidateInput,
  type ValidateOutput,
} from '../../../../machines/command-palette/index.ts';
import { formatRange } from '../../../../machines/time-filter/index.ts';
import { SELECT_OPTION_CAP, SELECT_OPTION_HINT } from '../../../contract/limits.ts';
import { formatTimeRangeTitle } from '../../state/time-filter.ts';
import { checkEnabled } from '../call-guard.ts';
import { commandUsage } from '../command-usage.ts';
import { getKeysOfCommand } from '../registry.ts';
import { carryOut, commandContext, getCommandHost, runCommand } from '../runtime.ts';
import type { Argument, CommandArgs, Option, Review } from '../types.ts';
import {
  type Entity,
  findMatchingEntities,
  findTimeEntity,
  loadEntities,
  NO_ENTITIES,
  TIME_ID,
} from './entities.ts';
import type { PaletteRequest } from './open-palette.ts';
import { findCursorScope, type ListedCommand, listPaletteCommands } from './palette-commands.ts';
import { readTimeText } from './time-page.ts';

const toArgs = (values: { name: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(values.map(({ name, value }) => [name, value]));

/** After the palette has closed and returned the focus, or before an earlier key. */
function runOnceClosed(act: () => void): void {
  const run = () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('keydown', run, true);
    act();
  };
  const frame = requestAnimationFrame(run);
  window.addEventListener('keydown', run, true);
}

export function createPalette(request: PaletteRequest) {
  const { registry } = getCommandHost();
  const options = new Map<string, Option>();
  let scope: PaletteScope | undefined = findCursorScope(registry, commandContext.get());
  let commands: ListedCommand[] = listPaletteCommands(registry, commandContext.get(), scope, request);
  let entities = NO_ENTITIES;
  let typedTime: Entity | undefined;
  let hasMoreEntities = false;
  let query = '';
  let listedIds = '';
  let isLoading = false;
  let isIncomplete = false;
  let isEntered = false;

  // Looked up for every row at every keystroke, so it must be a map.
  let commandById = new Map<string, ListedCommand>();
  const list = (next: ListedCommand[]): void => {
    commands = next;
    commandById = new Map(next.map((listed) => [listed.command.id, listed]));
  };
  list(commands);
  const findEntity = (id: string): Entity | undefined => (id === TIME_ID ? typedTime : entities.byId.get(id));
  const listedCommand = (id: string): ListedCommand | undefined => commandById.get(id);
  const fullArgs = (id: string, args: CommandArgs): CommandArgs => ({ ...listedCommand(id)?.given, ...args });
  const findArgument = (commandId: string, name: string): Argument | undefined =>
    registry.command(commandId)?.args?.find((argument) => argument.name === name);

  const specs = () => {
    const { shown, hasMore } = findMatchingEntities(entities.list, query);
    hasMoreEntities = hasMore;
    const recent = query === '' ? listRecentIds(commandUsage.get(), 5) : [];
    const opened = recent.flatMap((id) => entities.byId.get(id) ?? []);
    const listed = query.trim() === '' ? commands.filter(({ isElsewhere }) => !isElsewhere) : commands;
    const setTime = registry.command('time.select');
    const maySetTime = setTime && checkEnabled(setTime, commandContext.get(), {}) === true;
    typedTime = maySetTime ? findTimeEntity(query) : undefined;
    const all = [...(typedTime ? [typedTime] : []), ...listed.map(({ spec }) => spec), ...opened, ...shown];
    listedIds = all.map(({ id, title }) => `${id} ${title}`).join('\n');
    return all;
  };

  /** Skips the render when the same items match. */
  const listAnew = (): void => {
    const former = listedIds;
    const items = specs();
    if (listedIds !== former) actor.send({ type: 'commands.changed', commands: items });
  };

  const machine = commandPaletteMachine.provide({
    actors: {
      loadOptions: fromPromise<PaletteItem[], LoadOptionsInput>(async ({ input }) => {
        const argument = findArgument(input.commandId, input.argument.name);
        if (argument?.kind !== 'option') return [];
        const args = fullArgs(input.commandId, toArgs(input.values));
        const loaded = await argument.load(commandContext.get(), '', args);
        options.clear();
        for (const option of loaded) options.set(option.id, option);
        return loaded.map((option) => ({
          id: option.id,
          title: option.label,
          group: argument.title,
          keywords: [...(option.keywords ?? []), option.detail ?? '', option.description ?? ''],
          refusal: option.disabledReason,
        }));
      }),
      validate: fromPromise<ValidateOutput, ValidateInput>(async ({ input }) => {
        const argument = findArgument(input.commandId, input.argument.name);
        if (argument?.kind === 'time') {
          const read = readTimeText(input.text);
          if (!read.range) return { ok: false, message: read.error };
          return { ok: true, value: formatRange(read.range), label: formatTimeRangeTitle(read.range) };
        }
        const value = input.text.trim();
        const args = fullArgs(input.commandId, toArgs(input.values));
        const verdict =
          argument?.kind === 'text' ? (argument.validate?.(value, commandContext.get(), args) ?? true) : true;
        return verdict === true ? { ok: true, value } : { ok: false, message: verdict };
      }),
    },
  });
  const actor = createActor(machine);

  /** For a review's second action. */
  let otherArgs: CommandArgs | undefined;
  const confirmOther = (): void => {
    otherArgs = review()?.other?.args;
    actor.send({ type: 'review.confirmed' });
  };

  const perform = (id: string, args: CommandArgs): void => {
    const ctx = commandContext.get();
    const opened = findEntity(id);
    const command = registry.command(id);
    if (opened?.run) runCommand(opened.run.command, opened.run.args, 'palette');
    else if (opened) ctx.navigate(opened.path);
    if (!command) return;
    const enabled = checkEnabled(command, ctx, args);
    if (enabled === true) carryOut(command, args, 'palette');
    else getCommandHost().refuse(enabled, id);
  };

  actor.subscribe((snapshot) => {
    const { context } = snapshot;
    if (selectPage(snapshot) === 'review' && !review())
      queueMicrotask(() => actor.send({ type: 'review.confirmed' }));
    if (selectPage(snapshot) === 'choosing' && scope && !context.scope) {
      scope = undefined;
      list(listPaletteCommands(registry, commandContext.get(), undefined));
      queueMicrotask(() => actor.send({ type: 'commands.changed', commands: specs() }));
    }
  });
  actor.on('palette.usage', ({ usage }) => commandUsage.set(usage));
  actor.on('palette.ran', ({ commandId, args }) => {
    const all = { ...fullArgs(commandId, args), ...otherArgs };
    otherArgs = undefined;
    runOnceClosed(() => perform(commandId, all));
  });
  actor.on('palette.cause', ({ commandId, reason }) => {
    const ctx = commandContext.get();
    const cause = registry.command(commandId)?.causeOf?.(ctx, fullArgs(commandId, {}));
    runOnceClosed(() => {
      if (!cause) getCommandHost().refuse(reason, commandId);
      else if ('path' in cause) ctx.navigate(cause.path);
      else runCommand(cause.command, cause.args, 'palette');
    });
  });

  const editionOf = (next: readonly ListedCommand[]): string =>
    next.map(({ spec }) => `${spec.id} ${spec.title} ${spec.refusal ?? ''}`).join('\n');

  /** Commands load later or change state; the cursor item stays. */
  const relist = (): void => {
    if (selectPage(actor.getSnapshot()) !== 'choosing') return;
    const next = listPaletteCommands(registry, commandContext.get(), scope, request);
    if (editionOf(next) === editionOf(commands)) return;
    const wasBest = isBestMatch();
    list(next);
    actor.send({ type: 'commands.changed', commands: specs() });
    if (isLoading && wasBest) actor.send({ type: 'query.changed', query });
  };

  /** Until all commands are loaded, the best match may be the wrong one. */
  function isBestMatch(): boolean {
    const { rows, highlightedId } = actor.getSnapshot().context;
    return selectPage(actor.getSnapshot()) === 'choosing' && query !== '' && highlightedId === rows[0]?.id;
  }

  /** Loads other screens' commands once the palette is painted. */
  const loadOthers = (): void => {
    if (registry.isComplete()) return;
    isLoading = true;
    const settle = (failed: boolean) => {
      relist();
      isLoading = false;
      isIncomplete = failed;
      actor.send({ type: 'commands.changed', commands: specs() });
      if (isEntered && !failed && isBestMatch()) actor.send({ type: 'enter.pressed' });
      isEntered = false;
    };
    requestAnimationFrame(() =>
      setTimeout(() =>
        registry.complete().then(
          () => settle(false),
          () => settle(true),
        ),
      ),
    );
  };

  const followCommands = (): void => {
    let frame: number | undefined;
    const stop = commandContext.subscribe(() => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        relist();
      });
    });
    const watch = actor.subscribe((snapshot) => {
      if (selectPage(snapshot) !== 'closed') return;
      stop();
      watch.unsubscribe();
      if (frame !== undefined) cancelAnimationFrame(frame);
    });
  };

  function review(): Review | undefined {
    const { commandId = '', values } = actor.getSnapshot().context;
    return registry.command(commandId)?.review?.(commandContext.get(), fullArgs(commandId, toArgs(values)));
  }

  return {
    actor,
    review,
    confirmOther,
    option: (id: string) => options.get(id),
    entity: findEntity,
    command: (id: string) => registry.command(id),
    keys: (id: string): string | undefined => {
      const row = listedCommand(id);
      return row?.isLive ? getKeysOfCommand(row.command)[0] : undefined;
    },
    /** Below the rows: what they lack. */
    hint: (shown: number): string | undefined => {
      const isChoosing = selectPage(actor.getSnapshot()) === 'choosing';
      if (isChoosing && query !== '' && isLoading) return 'Loading more commands';
      if (isChoosing && query !== '' && isIncomplete)
        return 'Not all commands could be loaded; open the palette again to try again';
      const hasMore = isChoosing
        ? query !== '' && hasMoreEntities
        : shown === SELECT_OPTION_CAP && options.size > shown;
      return hasMore ? SELECT_OPTION_HINT : undefined;
    },
    nothing: (): string => {
      const snapshot = actor.getSnapshot();
      const asked = selectArgument(snapshot);
      const argument = asked && findArgument(snapshot.context.commandId ?? '', asked.name);
      const hasNone = argument?.kind === 'option' && snapshot.context.query === '';
      if (hasNone && argument.empty !== undefined) return argument.empty;
      if (isLoading && !asked) return 'Loading';
      return isIncomplete && !asked
        ? 'Nothing matches, but not all commands could be loaded; open the palette again to try again'
        : 'Nothing matches';
    },
    open: () => {
      actor.start();
      actor.send({
        type: 'palette.opened',
        commands: specs(),
        usage: commandUsage.get(),
        now: Date.now(),
        ...(scope ? { scope } : {}),
        ...(request.commandId ? { commandId: request.commandId } : {}),
      });
      followCommands();
      loadOthers();
      const siteId = commandContext.get().site?.id;
      if (siteId === undefined) return;
      void loadEntities(siteId).then((loaded) => {
        entities = loaded;
        listAnew();
      });
    },
    leaveFor: (id: string) => {
      actor.send({ type: 'palette.closed' });
      runOnceClosed(() => runCommand(id, {}, 'palette'));
    },
    /** The best match waits for all commands; a second press runs the highlighted one. */
    enter: () => {
      if (isLoading && !isEntered && isBestMatch()) isEntered = true;
      else actor.send({ type: 'enter.pressed' });
    },
    type: (text: string) => {
      query = text;
      isEntered = false;
      const isChoosing = selectPage(actor.getSnapshot()) === 'choosing';
      actor.send({ type: 'query.changed', query: text, ...(isChoosing ? { commands: specs() } : {}) });
    },
  };
}

export type Palette = ReturnType<typeof createPalette>;
