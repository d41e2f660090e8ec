/** While something runs and its figures are on screen. */
export const HYDRATION_MS = 2000;
