import { getHealth, getReadiness, getVersion } from './about.ts';
import { clearScenario, getArmedScenario } from './armed-scenario.ts';
import { listAssumptions, listErrorCodes, listRules, listScenarios } from './catalogues.ts';
import { getExchange, getExchangeAsCurl, listJournal, streamJournal } from './journal.ts';
import { getClock, listProfiles } from './profiles.ts';
import { clearVerdicts, getVerdicts, getVerdictsPage, streamVerdicts } from './verdicts.ts';

/** Operations that a recorder serves in the same way as a sandbox. They load nothing from the domain. */
export const sharedOperations = {
  clearScenario,
  clearVerdicts,
  getArmedScenario,
  getClock,
  getExchange,
  getExchangeAsCurl,
  getHealth,
  getReadiness,
  getVerdicts,
  getVerdictsPage,
  getVersion,
  listAssumptions,
  listErrorCodes,
  listJournal,
  listProfiles,
  listRules,
  listScenarios,
  streamJournal,
  streamVerdicts,
};
