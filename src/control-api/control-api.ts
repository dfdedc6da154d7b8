import type { components } from './control-api.gen.ts';

/** The shapes of the control API, generated from control-api.yaml (`npm run generate`). */
export type ControlSchema = components['schemas'];

export type NewProfile = ControlSchema['NewProfile'];
export type Arming = ControlSchema['Arming'];
export type ClockSetting = ControlSchema['ClockSetting'];
export type ClockAdvance = ControlSchema['ClockAdvance'];
