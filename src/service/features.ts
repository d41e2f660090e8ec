import type { FeatureSetting } from '../contract/entities/feature.ts';
import { ContractError } from '../contract/errors.ts';
import { FLAGS, type Flag } from '../contract/flags.ts';
import type { Repositories } from './store/index.ts';

/**
 * Refuses what a disabled flag offers.
 * @param what begins the sentence: `Recommendations are`
 * @throws ContractError FORBIDDEN, naming the feature to turn on
 */
export function requireFlag({ flags }: { flags: readonly Flag[] }, flag: Flag, what: string): void {
  if (!flags.includes(flag))
    throw new ContractError(
      'FORBIDDEN',
      `${what} turned off on this service. An administrator can turn on the feature ${flag} under Settings, Features`,
    );
}

export type FlagEnvironment = { on: readonly Flag[]; off: readonly Flag[] };

/**
 * On when environment or organization turns it on; off in the environment wins, since its operator decides
 * what it offers.
 */
export function createFeatures(environment: FlagEnvironment) {
  /** Refilled in place on each change, so that every holder of the list sees it. */
  const flags: Flag[] = [...environment.on];

  const readChosen = async (tx: Repositories): Promise<Flag[]> => {
    const chosen = (await tx.features.list()).map(({ feature }) => feature);
    return FLAGS.filter((flag) => chosen.includes(flag));
  };
  const isOff = (flag: Flag) => environment.off.includes(flag);

  return {
    flags: flags as readonly Flag[],
    readChosen,
    apply: (chosen: readonly Flag[]): void => {
      const added = chosen.filter((flag) => !isOff(flag) && !environment.on.includes(flag));
      flags.splice(0, flags.length, ...environment.on, ...added);
    },
    listSettings: async (tx: Repositories): Promise<FeatureSetting[]> => {
      const chosen = await readChosen(tx);
      return FLAGS.map((feature) => {
        const isEnvironment = environment.on.includes(feature);
        const isChosen = chosen.includes(feature);
        return {
          feature,
          isOn: isEnvironment || (isChosen && !isOff(feature)),
          environment: isEnvironment ? 'on' : isOff(feature) ? 'off' : 'unset',
          organization: isChosen ? 'on' : 'unset',
        };
      });
    },
  };
}
export type Features = ReturnType<typeof createFeatures>;
