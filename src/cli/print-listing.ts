import { fit } from '../check/report/fit.ts';

/** Prints a list for people no wider than the terminal, and JSON as it is. */
export function printListing(text: string, json: boolean): void {
  console.log(json ? text : fit(text, process.stdout.columns));
}
