/**
 * Eighty pairs of airports with seats on sale every day, over one or two stops: between countries without a non-stop
 * flight, around closed borders, and to the edges of the world. Curated by hand from what airlines publish.
 */
export const SOLD_DAILY = `
LOS-GRU YYT-DUB ANC-FRA KHI-DEL SVO-WAW LHE-BOM ISB-DEL SVO-LHR SVO-JFK SVO-NRT LED-HEL SVO-BER MSQ-VNO MSQ-WAW
ACC-GRU LAD-LIS JNB-GRU CPT-EZE NBO-GRU LOS-MIA DSS-JFK ACC-YYZ ADD-EZE LOS-PEK DAR-LHR YYT-LHR YHZ-CDG YYT-FRA
YQB-ORY YWG-LHR ANC-LHR ANC-NRT HNL-LHR HNL-FRA OGG-YVR ALG-RAK ALG-CMN TUN-CMN AMM-TLV CAI-ADD KGL-FIH TNR-NBO
EVN-IST LCA-IST ATH-LCA TBS-EVN AKL-SCL SYD-JNB PER-MRU MEL-EZE SYD-GRU NAN-LAX PPT-CDG POM-SIN IPC-SCL BOG-HAV
LPB-MIA ASU-MAD CAY-ORY GEO-JFK BGI-LHR CUR-AMS HAV-MAD SJU-MAD KTM-DEL MLE-CMB DAC-CCU RGN-BKK PNH-SGN UBN-ICN
TAS-IST ALA-DEL BSZ-DXB KEF-JFK GOH-CPH FAE-CPH LYR-OSL FNC-JFK PDL-BOS TOS-LHR
`
  .trim()
  .split(/\s+/)
  .map((pair) => [pair.slice(0, 3), pair.slice(4)] as const);

/**
 * Minutes from gate to gate between Europe and the Far East since 2022, for airlines that fly around Russia: to the
 * east, and back. Curated by hand from published timetables; they differ by half an hour with the season.
 */
export const AROUND_RUSSIA = `
HEL NRT 775 790
LHR HND 815 865
FRA HND 770 850
CDG HND 765 865
FRA ICN 695 820
LHR ICN 745 850
HEL HKG 735 790
HEL BKK 655 700
CPH HND 775 810
WAW NRT 745 840
VIE NRT 735 865
ZRH NRT 765 865
CDG ICN 730 855
AMS NRT 790 850
FCO HND 765 890
MAD NRT 855 960
LHR BKK 690 780
AMS TPE 760 830
`
  .trim()
  .split('\n')
  .map((line) => {
    const [europe = '', farEast = '', there, back] = line.split(' ');
    return { europe, farEast, there: Number(there), back: Number(back) };
  });
