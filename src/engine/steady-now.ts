/** Unix milliseconds of the start plus those since, so that a clock that is set changes no age. */
export const steadyNow = (): number => Math.floor(performance.timeOrigin + performance.now());
