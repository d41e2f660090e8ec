export const steadyNow = (): number => Math.floor(performance.timeOrigin + performance.now());
