/**
 * Rules for a host that names no list, written for Runwright: what the large advertising networks call their servers,
 * and the places where ads and counters stand on any site. Syntax: https://adblockplus.org/filter-cheatsheet
 */
export const defaultList = `
||doubleclick.net^$third-party
||googlesyndication.com^$third-party
||googleadservices.com^$third-party
||google-analytics.com^$third-party
||googletagservices.com^$third-party
||adservice.google.com^
||amazon-adsystem.com^$third-party
||adnxs.com^$third-party
||adsrvr.org^$third-party
||criteo.com^$third-party
||criteo.net^$third-party
||taboola.com^$third-party
||outbrain.com^$third-party
||pubmatic.com^$third-party
||rubiconproject.com^$third-party
||openx.net^$third-party
||casalemedia.com^$third-party
||scorecardresearch.com^$third-party
||quantserve.com^$third-party
||hotjar.com^$third-party
||ads-twitter.com^$third-party
||connect.facebook.net^$third-party,script
/adserver/*$third-party
/adsbygoogle.js$script
/pagead/js/*$script
/prebid.js$script
/prebid-*.js$script
`;
